declare module '@20minutes/s3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  class S3rver {
    constructor(options: { directory: string; silent: boolean; configureBuckets: { name: string }[] })
    middleware: ((
      context: { path: string; mountPath: string; state: { vhost: boolean } },
      next: () => Promise<void>,
    ) => Promise<void>)[]
    configureBuckets(): Promise<unknown>
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
  export = S3rver
}
