# Builds an image of the site and its server. See "With Docker" in docs/operations.md.
FROM docker.io/library/node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# For another edition, use `docker build --build-arg EDITION=festival/edition-2027`.
ARG EDITION=festival/edition
# Leaves out the optional packages, because Node 24 has SQLite built in.
RUN NODE_ENV=production EDITION="$EDITION" npm run build && npm prune --omit=dev --omit=optional

# The server needs Node, but not npm.
FROM docker.io/library/debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# New volumes get the owner of these folders.
RUN install -d -o 10001 -g 10001 -m 700 /data /backups
USER 10001:10001
# The user has no account and therefore no home folder.
ENV HOME=/tmp
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
