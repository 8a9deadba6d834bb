import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { isMarkedAsUntransferable, Worker } from 'node:worker_threads'
import { PROJECT_FOLDER } from '#db/project-folder.ts'
import { brokenOffRefusal } from '#server/request-body.ts'
import { Refusal } from '#shared/refusal.ts'
import { IMPORT_FILE_TEXTS } from '../../import-file.texts.ts'
import type { OpenedImport } from './open-import.ts'
import type { Answer, FileOfThread, OpenedFile, Question, RowKind } from './thread-messages.ts'

/** The build has it as a program of its own. */
const THREAD = import.meta.url.endsWith('.ts')
  ? 'src/features/imports/server/formats/file-thread.ts'
  : 'dist/file-thread/file-thread.js'

/**
 * The largest heap of the thread, without the bytes of the file. Files of 48 MB in which each game has rows far apart, so that all
 * games wait for their last row, need between 64 and 128.
 */
const HEAP_MEGABYTES = 128
/** The space for new objects is part of what the thread takes at once. */
const NEW_SPACE_MEGABYTES = 8

// The flag of `npm start` would replace this limit: the thread would take 96 MB for new objects. The main thread, whose flag it is,
// has read it when it began.
setFlagsFromString('--max-semi-space-size=0')

/** An opened file, whose rows another thread reads. */
export interface FileInThread extends OpenedImport {
  /** Gives the bytes back. After that the file cannot be read any more. */
  takeBack: () => Promise<Uint8Array>
}

interface Options extends Omit<FileOfThread, 'bytes' | 'name'> {
  /** Is aborted when the client that has sent the file has gone. */
  signal?: AbortSignal | undefined
  heapMegabytes?: number
}

/**
 * Opens an uploaded file like `openImport`, in a thread of its own that ends with the work: reading 50 MB takes seconds, in which the
 * main thread answers readers. The bytes move into the thread; they need memory of their own. Refuses what cannot be
 * read, what needs too large a heap, and with body_incomplete when the client goes.
 */
export async function readInThread<T>(
  bytes: Uint8Array,
  name: string,
  { signal, heapMegabytes = HEAP_MEGABYTES, ...options }: Options,
  work: (file: FileInThread) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw brokenOffRefusal()
  // Node keeps small buffers in one, which cannot move.
  const moved = isMarkedAsUntransferable(bytes.buffer) ? new Uint8Array(bytes) : bytes
  const worker = new Worker(pathToFileURL(join(PROJECT_FOLDER, THREAD)), {
    workerData: { bytes: moved, name, ...options } satisfies FileOfThread,
    transferList: [moved.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: NEW_SPACE_MEGABYTES },
  })
  const answers = answersOf(worker)
  const leave = () => answers.end(brokenOffRefusal())
  signal?.addEventListener('abort', leave)
  try {
    return await work(await openedFile(answers))
  } finally {
    signal?.removeEventListener('abort', leave)
    // When it has ended, its memory is free.
    await worker.terminate()
  }
}

interface Answers {
  /** Returns the answer to a question; without one, what the thread says first. */
  next: (question?: Question) => Promise<unknown>
  /** Throws this error where an answer is waited for, and at each later question. */
  end: (error: unknown) => void
}

function answersOf(worker: Worker): Answers {
  let waiting: PromiseWithResolvers<unknown> | null = null
  let reason: { error: unknown } | null = null
  const end = (error: unknown) => {
    reason ??= { error }
    waiting?.reject(error)
  }
  worker.on('message', (answer: Answer) => {
    if ('value' in answer) waiting?.resolve(answer.value)
    else if ('error' in answer) waiting?.reject(answer.error)
    else {
      const { kind, code, message, extras } = answer.refusal
      waiting?.reject(new Refusal(kind, code, message, extras))
    }
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    end(isFull ? new Refusal('invalid', 'import_file_too_complex', IMPORT_FILE_TEXTS.import_file_too_complex) : error)
  })
  worker.on('exit', (code) => end(new Error(`The thread that reads a file ended with ${code}`)))
  return {
    async next(question) {
      if (reason) throw reason.error
      waiting = Promise.withResolvers()
      if (question) worker.postMessage(question)
      return waiting.promise
    },
    end,
  }
}

async function openedFile({ next }: Answers): Promise<FileInThread> {
  const { hasItems, ...opened } = (await next()) as OpenedFile
  let iterations = 0
  const iterate = async function* (of: RowKind): AsyncGenerator<never> {
    iterations += 1
    const question: Question = { ask: 'rows', of, iteration: iterations }
    for (;;) {
      const rows = (await next(question)) as never[]
      if (rows.length === 0) return
      yield* rows
    }
  }
  return {
    ...opened,
    rows: () => iterate('rows'),
    records: () => iterate('records'),
    ...(hasItems && { items: () => iterate('items') }),
    requireFewRows: async () => {
      await next({ ask: 'few rows' })
    },
    takeBack: async () => (await next({ ask: 'file' })) as Uint8Array,
  }
}
