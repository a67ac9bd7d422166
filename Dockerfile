# Debian, not Alpine: the embedded database comes as a binary for glibc.
FROM node:24.21.0-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && npm pack

FROM node:24.21.0-slim
RUN --mount=type=bind,from=build,source=/build,target=/build \
  npm install --global --no-audit --no-fund /build/clasp-telegram-*.tgz && npm cache clean --force
RUN mkdir /data && chown node:node /data
WORKDIR /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=file:/data/clasp.db BUILDS_DIR=/data/builds
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["clasp-telegram", "start"]
