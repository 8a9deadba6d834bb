import { get } from 'node:http'
import type { Bytes } from './bytes-server.ts'

/** The encodings that a current browser accepts. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

/** Headers that Node adds to every response itself. */
const NODE_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** Fetches a response exactly as it came over the network, compressed or not. */
export function fetchBytes(port: number, path: string, headers: Record<string, string>): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        const named = pairsOf(response.rawHeaders).filter(([name]) => !NODE_HEADERS.includes(name.toLowerCase()))
        resolve({ status: response.statusCode ?? 0, headers: named, body })
      })
    }).on('error', reject)
  })
}

function pairsOf(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))
}
