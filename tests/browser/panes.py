"""What an app makes of its room: how high it is, how large its graph and letters, what is empty.

`MEASURE` is a JavaScript function of the root of an app, `row` one line of a table.
"""

from dataclasses import dataclass
from typing import Any

LEAST_INK = 0.30  # of the app, where one graph is its hero
HIGHEST = 600  # px of a cell on a screen of 1280x720
LEAST_NAMES = {"cell": 18.0, "presenter": 26.0}  # px, on Asia where one graph is the hero
LEAST_CHART = {"cell": 12.0, "presenter": 16.0}
LEAST_WORDS = {"cell": 12.0, "presenter": 14.0}

MEASURE = r"""root => {
    const shown = e => e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden'
        && !e.closest('.mw-sr');
    const frame = root.getBoundingClientRect();
    const stage = root.querySelector(':scope > .mw-stage') || root;
    const within = (a, b) => ({left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom)});
    const area = b => Math.max(0, b.right - b.left) * Math.max(0, b.bottom - b.top);
    const joined = boxes => boxes.reduce((a, b) => ({left: Math.min(a.left, b.left),
        top: Math.min(a.top, b.top), right: Math.max(a.right, b.right),
        bottom: Math.max(a.bottom, b.bottom)}));
    // what an element shows of itself: what scrolls and what hides cuts it off
    const seen = (element, box) => {
        for (let at = element.parentElement; at; at = at.parentElement) {
            if (at !== root && getComputedStyle(at).overflow !== 'visible')
                box = within(box, at.getBoundingClientRect());
            if (at === root) return within(box, frame);
        }
        return box;
    };
    // -- graphs ------------------------------------------------------------------------------
    const graphs = [...stage.querySelectorAll('.custom-widget')]
        .filter(e => e._cyreg && e._cyreg.cy && shown(e)).map(e => {
            const cy = e._cyreg.cy, at = e.getBoundingClientRect();
            const edges = cy.edges(':visible').map(edge => edge.renderedMidpoint());
            const boxes = [...cy.nodes(':visible').map(v => {
                const {x, y} = v.renderedPosition();
                const [w, h] = [v.renderedOuterWidth() / 2, v.renderedOuterHeight() / 2];
                return [x - w, x + w, y - h, y + h];
            }), ...edges.map(({x, y}) => [x, x, y, y])];
            const box = {left: at.left + Math.min(...boxes.map(b => b[0])),
                right: at.left + Math.max(...boxes.map(b => b[1])),
                top: at.top + Math.min(...boxes.map(b => b[2])),
                bottom: at.top + Math.max(...boxes.map(b => b[3]))};
            return {box, names: 13 * cy.zoom(), whole: area(seen(e, box)) > 0.97 * area(box)};
        });
    const canvases = [...stage.querySelectorAll('svg')]
        .filter(e => shown(e) && e.querySelector('.mw-vertex, .mw-node, [data-name]')
            && !e.closest('.mw-layers, .mw-legend'))
        .map(e => ({box: joined([...e.querySelectorAll('.mw-vertex, .mw-node, [data-name]')]
            .map(v => v.getBoundingClientRect())), element: e}));
    const heroes = [...graphs.map(g => g.box), ...canvases.map(c => c.box)];
    // -- letters -----------------------------------------------------------------------------
    const scale = e => { const m = e.getScreenCTM && e.getScreenCTM(); return m ? Math.abs(m.d) : 1; };
    const texts = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, parent = node.parentElement;
        if (!node.textContent.trim() || !shown(parent) || parent.closest('option, style, script, title, desc')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()].filter(b => b.width > 1 && b.height > 1);
        if (!boxes.length || !boxes.some(b => area(seen(parent, b)) > 0)) continue;
        const svg = parent.closest('svg');
        const size = parseFloat(getComputedStyle(parent).fontSize) * (svg ? scale(parent) : 1);
        texts.push({node, parent, boxes, svg, size, long: node.textContent.trim().length});
    }
    const least = found => found.length ? Math.min(...found.map(t => t.size)) : null;
    const inside = t => stage.contains(t.parent);
    const vertices = texts.filter(t => t.svg && canvases.some(c => c.element === t.svg));
    const names = Math.min(...graphs.map(g => g.names), ...vertices.map(t => t.size));
    const charts = texts.filter(t => t.svg && inside(t) && !t.parent.closest('.mw-layers, .mw-legend'));
    const words = texts.filter(t => !t.svg);
    const sentences = words.filter(t => t.long > 40);
    const letters = words.reduce((n, t) => n + t.long, 0);
    const small = words.filter(t => t.size < 17.5).reduce((n, t) => n + t.long, 0);
    // -- empty halves ------------------------------------------------------------------------
    const all = stage.getBoundingClientRect(), middle = (all.left + all.right) / 2;
    const drawn = [...heroes, ...texts.filter(inside).flatMap(t => t.boxes),
        ...[...stage.querySelectorAll('svg, input, select, button, img')].filter(shown)
            .filter(e => !e.closest('.mw-layers')).map(e => seen(e, e.getBoundingClientRect()))];
    const half = (left, right) => {
        const boxes = drawn.map(b => within(b, {left, right, top: all.top, bottom: all.bottom}))
            .filter(b => area(b) > 0);
        return boxes.length ? area(joined(boxes)) / ((right - left) * (all.bottom - all.top)) : 0;
    };
    const halves = [half(all.left, middle), half(middle, all.right)];
    // -- overlaps ----------------------------------------------------------------------------
    const solid = [...root.querySelectorAll(
        'button, select, input:not([type=range]), .widget-html-content, .custom-widget, svg, .mw-top')]
        .filter(e => shown(e) && !e.parentElement.closest('.widget-html-content, button, svg, .mw-layers, .mw-top, .mw-ticks')
            && !e.matches('.mw-layers *:not(.custom-widget)') && !e.closest('.mw-legend'))
        .map(e => [e, seen(e, e.getBoundingClientRect())]).filter(([, b]) => area(b) > 0);
    const overlaps = [];
    for (let i = 0; i < solid.length; i++) for (let j = i + 1; j < solid.length; j++) {
        const [a, one] = solid[i], [b, other] = solid[j];
        if (a.contains(b) || b.contains(a)) continue;
        if (a.closest('.mw-layers') && a.closest('.mw-layers') === b.closest('.mw-layers')) continue;
        const both = within(one, other);
        if (both.right - both.left > 3 && both.bottom - both.top > 3)
            overlaps.push([a, b].map(e => e.className.baseVal ?? e.className).join(' | ').slice(0, 90));
    }
    // -- cut text ----------------------------------------------------------------------------
    const cut = texts.filter(t => !t.parent.closest('[title], .mw-view-title, .mw-subtitle, .mw-code li'))
        .filter(t => !t.svg && t.boxes.some(b => {
            for (let at = t.parent; at && at !== root; at = at.parentElement) {
                const style = getComputedStyle(at);
                const hides = side => ['hidden', 'clip'].includes(side);
                const box = at.getBoundingClientRect();
                if (hides(style.overflowX) && (b.right > box.right + 2 || b.left < box.left - 2)) return true;
                if (hides(style.overflowY) && b.bottom > box.bottom + 4) return true;
                if ([style.overflowX, style.overflowY].includes('auto')) return false;
            }
            return b.right > frame.right + 2;
        })).map(t => t.node.textContent.trim().slice(0, 40));
    const round = (x, digits = 1) => x === null || !isFinite(x) ? null : +x.toFixed(digits);
    return {
        height: round(frame.height), wide: round(frame.width),
        ink: round(heroes.length ? area(joined(heroes)) / area(frame) : 0, 3),
        hero: heroes.length ? [round(joined(heroes).right - joined(heroes).left, 0),
            round(joined(heroes).bottom - joined(heroes).top, 0)] : [0, 0],
        graphs: heroes.length, whole: graphs.every(g => g.whole),
        names: round(names), chart: round(least(charts)), sentence: round(least(sentences)),
        words: round(least(words)), small: round(small / Math.max(1, letters), 2),
        halves: halves.map(h => round(h, 2)), overlaps, cut,
        scrolls: [...root.querySelectorAll('.mw-pictures, .mw-words')]
            .filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 4)
            .map(e => [e.className.match(/mw-(pictures|words)/)[1], e.scrollHeight - e.clientHeight]),
    };
}"""
