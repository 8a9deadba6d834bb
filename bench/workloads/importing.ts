import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Visitor } from '../app/visitor.ts'

const Import = z.object({
  id: z.string(),
  state: z.string(),
  undo_until: z.nullable(z.string()),
  counts: z.object({ applied: z.number(), waiting: z.number(), total: z.number() }),
})
const Answer = z.object({ import: Import })
const List = z.object({ imports: z.array(Import) })
export type ImportState = z.infer<typeof Import>

const POLL_MS = 500

/** Sends a table, and returns the status and the body of the response, with the id of its import if there is one. */
async function sendFile(origin: string, visitor: Visitor, table: string, name: string) {
  const form = new FormData()
  form.set('file', new File([table], name))
  // The token may come with a cookie.
  const token = await visitor.token()
  const response = await fetch(`${origin}/api/imports?name=${name}`, {
    method: 'POST',
    headers: { cookie: visitor.cookie(), 'x-csrf-token': token },
    body: form,
  })
  const body = await response.text()
  return { status: response.status, body, id: response.ok ? z.parse(Answer, JSON.parse(body)).import.id : null }
}

/** Uploads a table, and returns the id of its import. */
export async function upload(origin: string, visitor: Visitor, table: string): Promise<string> {
  const { status, body, id } = await sendFile(origin, visitor, table, 'yamtrack.csv')
  if (id === null) throw new Error(`The upload was answered with ${status}: ${body.slice(0, 300)}`)
  return id
}

/** Waits until the import has come to a state, and returns it. */
export async function reach(visitor: Visitor, id: string, wanted: string): Promise<ImportState> {
  for (;;) {
    const found = z.parse(Answer, await visitor.get(`/api/imports/${id}`)).import
    if (found.state === wanted) return found
    if (found.state === 'failed') throw new Error('The import failed')
    await sleep(POLL_MS)
  }
}

/** Writes an import that waits for its member, undoes it and discards it. */
export async function writeAndUndo(visitor: Visitor, id: string): Promise<void> {
  await visitor.post(`/api/imports/${id}/apply`, {})
  await reach(visitor, id, 'done')
  await visitor.post(`/api/imports/${id}/undo`, {})
  await reach(visitor, id, 'undone')
  await visitor.remove(`/api/imports/${id}`)
}

/** Undoes and discards the imports of a member that an earlier run has left. */
export async function clearImports(visitor: Visitor): Promise<void> {
  for (const { id, state, undo_until } of z.parse(List, await visitor.get('/api/imports')).imports) {
    if (state === 'applying') await reach(visitor, id, 'done')
    if (state === 'reading' || state === 'planning') await reach(visitor, id, 'ready')
    if (undo_until !== null || state === 'applying') await visitor.post(`/api/imports/${id}/undo`, {})
    if (undo_until !== null || state === 'applying' || state === 'undoing') await reach(visitor, id, 'undone')
    await visitor.remove(`/api/imports/${id}`)
  }
}
