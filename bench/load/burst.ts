import { Agent, request } from 'node:http'

/** One request, a read or a write. */
export interface BurstRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: unknown
}

/** Sends each request once, `atOnce` at a time. Throws with the first response that is not 2xx. */
export async function burst(port: number, requests: readonly BurstRequest[], atOnce: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const left = requests.values()
  const reader = async () => {
    for (const one of left) await sendOne(port, agent, one)
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, reader))
  } finally {
    agent.destroy()
  }
}

function sendOne(port: number, agent: Agent, { method, path, headers, body }: BurstRequest): Promise<void> {
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body))
  const more = bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...more } },
      (response) => {
        const status = response.statusCode ?? 0
        let text = ''
        response.on('data', (chunk: Buffer) => {
          if (status >= 300) text += chunk
        })
        response.once('end', () => {
          if (status >= 200 && status < 300) resolve()
          else reject(new Error(`${method} ${path} returned ${status}: ${text.slice(0, 300)}`))
        })
      },
    )
    sent.once('error', reject)
    sent.end(bytes ?? undefined)
  })
}
