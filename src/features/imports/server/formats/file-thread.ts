import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#shared/refusal.ts'
import { type OpenedImport, openImport } from './open-import.ts'
import type { Answer, FileOfThread, OpenedFile, Question, RowKind } from './thread-messages.ts'

/** The thread that reads one uploaded file, and answers one question about it after another. Started by read-in-thread.ts. */

/** Rows that go to the main thread together. */
const ROWS_AT_ONCE = 50

const { bytes, name, now, mapping, as, isDescribed = false } = workerData as FileOfThread
const iterations = new Map<number, AsyncIterator<unknown>>()

async function answerTo(opened: OpenedImport, question: Question): Promise<unknown> {
  if (question.ask === 'few rows') return opened.requireFewRows()
  if (question.ask === 'rows') {
    const iteration = iterations.get(question.iteration) ?? begun(opened, question.of)
    iterations.set(question.iteration, iteration)
    return nextOf(iteration)
  }
  return bytes
}

const begun = (opened: OpenedImport, of: RowKind): AsyncIterator<unknown> =>
  (of === 'items' ? opened.items?.() : opened[of]()) ?? nothing()

async function* nothing(): AsyncGenerator<never> {}

async function nextOf(iteration: AsyncIterator<unknown>): Promise<unknown[]> {
  const rows: unknown[] = []
  while (rows.length < ROWS_AT_ONCE) {
    const { value, done } = await iteration.next()
    if (done) break
    rows.push(value)
  }
  return rows
}

async function send(work: () => Promise<unknown>): Promise<void> {
  const answer = await work().then(
    (value): Answer => ({ value }),
    (error: unknown): Answer =>
      error instanceof Refusal
        ? { refusal: { kind: error.kind, code: error.code, message: error.message, extras: error.extras } }
        : { error },
  )
  const isFile = 'value' in answer && answer.value === bytes
  parentPort?.postMessage(answer, isFile ? [bytes.buffer as ArrayBuffer] : [])
}

const opening = openImport(bytes, name, { now, isDescribed, ...(mapping && { mapping }), ...(as && { as }) })
parentPort?.on('message', (question: Question) => {
  void send(async () => answerTo(await opening, question))
})
void send(async (): Promise<OpenedFile> => {
  const { preset, unstored, mapped, recognised, items } = await opening
  return { preset, unstored, mapped, recognised, hasItems: items !== undefined }
})
