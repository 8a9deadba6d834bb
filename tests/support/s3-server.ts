import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { openStorage } from '#server/storage/storage.ts'
import { parseStorageUrl, type StorageConfig } from '#server/storage/storage-url.ts'
import { createLog } from '../../src/server/log.ts'

/** How the server behaves: `hangs` answers nothing, `stalls` sends the head and no body, `breaks` ends connections. */
type Behaviour = 'works' | 'hangs' | 'stalls' | 'breaks'

/** The only key that s3rver knows. It checks the signature (version 4) of every request. */
const KEY = 'S3RVER'

/** Starts a real server of the S3 protocol (s3rver) with one bucket, whose behaviour a test may change. */
export async function startS3Server() {
  const directory = mkdtempSync(join(tmpdir(), 'savepoint-s3-'))
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'files' }] })
  // s3rver drops the last slash of the address of a bucket when it checks the signature, and Amazon's client signs it. With these
  // two fields it signs the slash too.
  s3.middleware.splice(-1, 0, (context, next) => {
    if (context.path === '/files/') {
      context.mountPath = '/'
      context.state.vhost = true
    }
    return next()
  })
  await s3.configureBuckets()
  const answer = s3.callback()
  const asked: string[] = []
  const control: { behaviour: Behaviour; only: RegExp } = { behaviour: 'works', only: /./ }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const what = `${request.method} ${request.url}`
    asked.push(what)
    const behaviour = control.only.test(what) ? control.behaviour : 'works'
    if (behaviour === 'breaks') return void request.socket.destroy()
    if (behaviour === 'hangs') return
    if (behaviour === 'stalls') return void response.writeHead(200, { 'content-length': '1000' }).flushHeaders()
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const urlWith = (secret: string) => `http://${KEY}:${secret}@127.0.0.1:${port}/files/site`
  const url = urlWith(KEY)
  const storage = openStorage(parseStorageUrl(url) as StorageConfig, createLog('silent'))
  return {
    url,
    /** The server refuses this one with 403. */
    wrongUrl: urlWith('wrong'),
    storage,
    asked,
    control,
    /** Returns the keys of all objects. */
    async keys(prefix = ''): Promise<string[]> {
      const found: string[] = []
      for await (const { key } of storage.list(prefix)) found.push(key)
      return found
    },
    close() {
      storage.close()
      server.closeAllConnections()
      server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
