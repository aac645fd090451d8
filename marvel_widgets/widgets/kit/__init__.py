"""What every app is made of; an app takes it from here, as ``k``.

Each name is loaded when it is asked for. The reference does not list them: they are for apps.
"""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.widgets.kit.app import App as App
    from marvel_widgets.widgets.kit.app import called as called
    from marvel_widgets.widgets.kit.app import lock_whole as lock_whole
    from marvel_widgets.widgets.kit.band import Band as Band
    from marvel_widgets.widgets.kit.chips import CellGrid as CellGrid
    from marvel_widgets.widgets.kit.chips import Chips as Chips
    from marvel_widgets.widgets.kit.chips import Switch as Switch
    from marvel_widgets.widgets.kit.collapsible import Collapsible as Collapsible
    from marvel_widgets.widgets.kit.controls import WIDE as WIDE
    from marvel_widgets.widgets.kit.controls import ErrorLine as ErrorLine
    from marvel_widgets.widgets.kit.controls import Menu as Menu
    from marvel_widgets.widgets.kit.controls import Rows as Rows
    from marvel_widgets.widgets.kit.controls import Toggles as Toggles
    from marvel_widgets.widgets.kit.controls import button as button
    from marvel_widgets.widgets.kit.controls import follow as follow
    from marvel_widgets.widgets.kit.controls import hear as hear
    from marvel_widgets.widgets.kit.controls import menu as menu
    from marvel_widgets.widgets.kit.controls import number as number
    from marvel_widgets.widgets.kit.controls import put as put
    from marvel_widgets.widgets.kit.controls import signed as signed
    from marvel_widgets.widgets.kit.controls import tick as tick
    from marvel_widgets.widgets.kit.controls import typeset as typeset
    from marvel_widgets.widgets.kit.cooperative_job import CooperativeJob as CooperativeJob
    from marvel_widgets.widgets.kit.moving import Moving as Moving
    from marvel_widgets.widgets.kit.moving import Refusing as Refusing
    from marvel_widgets.widgets.kit.moving import Ticks as Ticks
    from marvel_widgets.widgets.kit.moving import refusing as refusing
    from marvel_widgets.widgets.kit.picture import Picture as Picture
    from marvel_widgets.widgets.kit.predict import PredictBox as PredictBox
    from marvel_widgets.widgets.kit.predict import Predictions as Predictions
    from marvel_widgets.widgets.kit.reel import Screen as Screen
    from marvel_widgets.widgets.kit.reel import ShownRun as ShownRun
    from marvel_widgets.widgets.kit.reel import Target as Target
    from marvel_widgets.widgets.kit.settings import AppSettings as AppSettings
    from marvel_widgets.widgets.kit.settings import SharedSettings as SharedSettings
    from marvel_widgets.widgets.kit.subscriptions import SubscribedWidget as SubscribedWidget
    from marvel_widgets.widgets.kit.transport import Transport as Transport

__getattr__, __dir__, __all__ = lazy("marvel_widgets.widgets.kit")
