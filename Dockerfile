# syntax=docker/dockerfile:1
# For linux/amd64 and linux/arm64. compose.yaml runs it; docs/operating.md says how.

FROM node:24-trixie-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# The commit that the site names: docker build --build-arg COMMIT=$(git rev-parse HEAD) .
ARG COMMIT=
RUN COMMIT=$COMMIT node scripts/release.ts /savepoint

FROM debian:trixie-slim
# PostgreSQL asks the system for the name of its user. libnss-wrapper names a user id that has no entry in /etc/passwd.
RUN apt-get update \
  && apt-get install -y --no-install-recommends libnss-wrapper \
  && apt-get clean && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1000 --user-group --home-dir /data --shell /usr/sbin/nologin savepoint \
  && install -d -o savepoint -g savepoint /data \
  && ln -s /savepoint/bin/savepoint /usr/local/bin/savepoint
COPY --from=build /savepoint /savepoint
WORKDIR /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NSS_WRAPPER=libnss_wrapper.so
USER savepoint
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s CMD ["savepoint", "healthcheck"]
ENTRYPOINT ["savepoint"]
CMD ["start"]
