# The first stage has pip and uv and makes the virtual environment; the second has neither.
FROM python:3.11-slim-bookworm AS build
ENV UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never
RUN pip install --no-cache-dir uv==0.13.9
WORKDIR /app
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-dev --extra postgresql --no-cache

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --no-create-home fireteam && install -d -o fireteam -g fireteam -m 700 /data
WORKDIR /app
COPY --from=build /app/.venv .venv
COPY LICENSE pyproject.toml ./
COPY migrations migrations
COPY cogs cogs
COPY bot bot
RUN .venv/bin/python -m compileall -q bot cogs migrations && .venv/bin/python -m bot assemble
ENV PATH=/app/.venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 FIRETEAM_DATABASE=/data/fireteam.db
USER fireteam
VOLUME /data
STOPSIGNAL SIGTERM
# Reads what the bot touches beside the database while its loop and its writer live; a bot that stands still ends itself.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=2 CMD ["python", "-m", "bot", "health"]
# Brings the database up to date by itself, then runs until SIGTERM and loses nothing.
CMD ["python", "-m", "bot", "run"]
