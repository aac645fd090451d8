# What .ci/run and .ci/night share: steps with their seconds, environments, a wheel and a site of it.
# Both begin with `source .ci/steps.sh`; what they bring goes into .ci-venv* (out of git's sight)
# and a temporary directory.
# shellcheck shell=bash

export CI="${CI:-true}"
# Hundreds of processes run the same modules: with this set, each would compile all of them again.
unset PYTHONDONTWRITEBYTECODE
export PIP_QUIET=2 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore
outside="$(mktemp -d)"
table="$outside/table" places="$outside/places"
step_name="" uv="" lowest=""

# Later ones compile a grammar of addresses, seconds, in each process that imports them: every server
# and every run of the tests. Who installs the package gets the newest.
quick_to_import="jsonschema<4.25"

end_step() {
  if [ -n "$step_name" ]; then
    printf '%6d s  %s\n' "$((SECONDS - step_began))" "$step_name" | tee -a "$table"
  fi
}

step() {
  end_step
  step_name="$*" step_began=$SECONDS
  printf '\n== %s\n' "$*"
}

# What ran where, and what this machine has not: said at the end, below the table.
note() { printf '%s\n' "$*" | tee -a "$places"; }

finish() {
  local status=$?
  end_step
  printf '\n== %s\n' "$([ $status -eq 0 ] && echo 'All passed' || echo "FAILED: $step_name")"
  cat "$table" 2>/dev/null || true
  printf '%6d s  in all\n' "$SECONDS"
  cat "$places" 2>/dev/null || true
  local job
  for job in $(jobs -p); do kill -- "-$job" 2>/dev/null || true; done
  rm -rf "$outside"
}
trap finish EXIT

# timed NAME COMMAND...: with its time in the table.
timed() {
  local name="$1" began=$SECONDS
  shift
  "$@"
  printf '%6d s  of which behind other steps: %s\n' "$((SECONDS - began))" "$name" >>"$table"
}

# behind NAME COMMAND...: runs in the background; `await NAME` prints what it said.
behind() {
  local name="$1"
  shift
  set -m # a group of processes of its own, which `finish` ends whole
  (
    set -e
    trap - EXIT
    "$@"
  ) >"$outside/$name.log" 2>&1 &
  set +m
  printf -v "job_$name" '%s' "$!"
}

await() {
  local job="job_$1" status=0
  wait "${!job}" || status=$?
  cat "$outside/$1.log"
  return "$status"
}

# new_environment PYTHON DIRECTORY, without pip of its own: `install` needs none.
new_environment() { "$1" -m venv --clear --without-pip "$2"; }

# install DIRECTORY REQUIREMENT...: by uv, which takes seconds; where it is not to be had or cannot
# do it, by pip.
install() {
  local python="$1/bin/python"
  shift
  if [ -n "$uv" ] && "$uv" pip install --quiet --python "$python" "$@"; then return 0; fi
  .ci-venv/bin/python -m pip --python "$python" install "$@"
}

# test_environment PYTHON DIRECTORY EXTRAS [OPTION...]: an environment with the tests' own things.
test_environment() {
  "$1" -m venv --clear "$2" || return 1
  if [ -z "$uv" ] && .ci-venv/bin/python -m pip install uv; then
    eval "$(.ci-venv/bin/python .ci/uv_settings.py)"
    uv="$PWD/.ci-venv/bin/uv"
  fi
  install "$2" -e ".[$3]" "$quick_to_import" hatchling editables "${@:4}"
}

# The environment on the lowest Python of this machine, which a newcomer may have; it is active then.
lowest_environment() {
  mapfile -t pythons < <(bash .ci/pythons)
  if [ "${#pythons[@]}" -eq 0 ]; then
    echo "No Python is found that pyproject.toml allows: $(grep requires-python pyproject.toml)"
    return 1
  fi
  lowest="${pythons[-1]}"
  test_environment "$lowest" .ci-venv "$1"
  # shellcheck disable=SC1091
  source .ci-venv/bin/activate
}

# the_wheel TOOLS: built, checked, and in two environments that have nothing else of ours.
the_wheel() {
  local how=(--outdir "$outside/dist" ${uv:+--installer uv})
  "$1/python" -m build "${how[@]}" . >"$outside/build.log" 2>&1 || {
    cat "$outside/build.log"
    return 1
  }
  local wheels=("$outside"/dist/*.whl)
  "$1/twine" check --strict "$outside"/dist/*
  "$1/check-wheel-contents" "${wheels[0]}"
  ls -l "$outside/dist"
  new_environment "$lowest" "$outside/venv"
  install "$outside/venv" "${wheels[0]}[lab]" "$quick_to_import"
  new_environment "$lowest" "$outside/for-site"
  install "$outside/for-site" "${wheels[0]}[site]" "$quick_to_import"
}

# by_apt PACKAGE...: for whoever may; the others read below the table what is lacking.
by_apt() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo --non-interactive); fi
  export DEBIAN_FRONTEND=noninteractive
  type -P apt-get >/dev/null &&
    "${as_root[@]}" apt-get -qq update &&
    "${as_root[@]}" apt-get -qq -y install --no-install-recommends "$@" >/dev/null
}
