import { createReadStream } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import { Refusal } from '#shared/refusal.ts'
import type { Log } from '../log.ts'
import { STORAGE_UNAVAILABLE } from './storage.texts.ts'
import type { StorageConfig } from './storage-url.ts'

/** The longest time for one small object, all retries included. */
const DEADLINE_MS = 5_000
/** A backup of some gigabytes goes up or down a slow line. */
const FILE_DEADLINE_MS = 6 * 3_600_000
/** While the storage does not answer nothing is asked for so long, so that pages do not wait for each picture. */
const REST_MS = 2_000
const LOG_EVERY_MS = 60_000
/** A file of 160 GB has 10,000 parts, which is the most that S3 knows. */
const PARTS = { partSize: 16 * 1024 * 1024, queueSize: 2 }

/** An object in the storage. */
export interface StoredObject {
  key: string
  bytes: number
  at: Date
}

/**
 * S3-compatible storage. All keys are without the folder of STORAGE_URL. Every call throws a `Refusal` with status 503 and the
 * reason as its cause while the storage does not answer, or refuses.
 */
export interface Storage {
  /** Bucket and host, for sentences. */
  location: string
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** Copies a file of any size, in parts. If it fails, nothing is left under the key. */
  putFile: (key: string, path: string) => Promise<void>
  /** Returns null if there is no such object. `deadlineMs` shortens the wait. */
  get: (key: string, deadlineMs?: number) => Promise<Buffer | null>
  /** Returns null if there is no such object. The caller reads the stream to its end. */
  open: (key: string) => Promise<Readable | null>
  /** It is no error if there is no such object. */
  delete: (key: string) => Promise<void>
  /** Lists the objects whose key begins with this, in the order of their keys. */
  list: (prefix: string) => AsyncGenerator<StoredObject>
  /** Ends the open connections. */
  close: () => void
}

/** Says why the storage failed: `AccessDenied (403)`, `timeout`. */
export function storageReason(error: unknown): string {
  const cause = error instanceof Refusal ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  const status = (cause as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  if (status !== undefined) return `${cause.name} (${status})`
  if (cause.name === 'AbortError' || cause.name === 'TimeoutError') return 'no answer in time'
  return (cause as NodeJS.ErrnoException).code ?? cause.message
}

/** Does one thing at the storage within the time. */
type Call = <T>(work: (opened: Opened, signal: AbortSignal) => Promise<T>, deadlineMs?: number) => Promise<T>

interface Opened {
  client: import('@aws-sdk/client-s3').S3Client
  s3: typeof import('@aws-sdk/client-s3')
}

/** Names failures for people, logs them at most once a minute, and pauses calls of a storage that does not answer. */
function createCalls(config: StorageConfig, log: Log) {
  let opening: Promise<Opened> | null = null
  let pausedUntil = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  function failed(error: unknown): Refusal {
    if (error instanceof Refusal) return error
    if (!hasRefused(error)) pausedUntil = performance.now() + REST_MS
    if (performance.now() - loggedAt > LOG_EVERY_MS) {
      loggedAt = performance.now()
      log.error({ reason: storageReason(error), storage: locationOf(config) }, 'the storage for files fails')
    }
    const refusal = unavailable()
    refusal.cause = error
    return refusal
  }

  const call: Call = async (work, deadlineMs = DEADLINE_MS) => {
    if (performance.now() < pausedUntil) throw unavailable()
    opening ??= connect(config)
    try {
      const result = await work(await opening, AbortSignal.timeout(deadlineMs))
      pausedUntil = 0
      return result
    } catch (error) {
      throw failed(error)
    }
  }
  const close = () => {
    opening?.then(({ client }) => client.destroy()).catch(() => undefined)
  }
  return { call, failed, close }
}

/** Opens the storage. It loads the library and connects with the first call. */
export function openStorage(config: StorageConfig, log: Log): Storage {
  const { bucket, prefix } = config
  const { call, failed, close } = createCalls(config, log)
  const objectOf = (key: string) => ({ Bucket: bucket, Key: prefix + key })

  async function find(key: string, deadlineMs: number) {
    return call(async ({ client, s3 }, abortSignal) => {
      try {
        const { Body } = await client.send(new s3.GetObjectCommand(objectOf(key)), { abortSignal })
        // The signal of the call ends with the head of the answer, and the body may stand still too.
        return Body === undefined ? null : addAbortSignal(abortSignal, Body as Readable)
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return null
        throw error
      }
    }, deadlineMs)
  }

  return {
    location: locationOf(config),
    async put(key, bytes) {
      await call(({ client, s3 }, abortSignal) =>
        client.send(new s3.PutObjectCommand({ ...objectOf(key), Body: bytes, ContentLength: bytes.length }), {
          abortSignal,
        }),
      )
    },
    putFile: (key, path) => call((opened, signal) => uploadFile(opened, objectOf(key), path, signal), FILE_DEADLINE_MS),
    async get(key, deadlineMs = DEADLINE_MS) {
      const body = await find(key, deadlineMs)
      if (body === null) return null
      try {
        return Buffer.concat(await body.toArray())
      } catch (error) {
        throw failed(error)
      }
    },
    open: (key) => find(key, FILE_DEADLINE_MS),
    async delete(key) {
      await call(({ client, s3 }, abortSignal) =>
        client.send(new s3.DeleteObjectCommand(objectOf(key)), { abortSignal }),
      )
    },
    list: (under) => listObjects(call, config, under),
    close,
  }
}

/** Uploads a file in parts. If that fails or takes too long, the library deletes the parts. */
async function uploadFile(
  { client }: Opened,
  object: { Bucket: string; Key: string },
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const { Upload } = await import('@aws-sdk/lib-storage')
  const upload = new Upload({ client, params: { ...object, Body: createReadStream(path) }, ...PARTS })
  signal.addEventListener('abort', () => void upload.abort(), { once: true })
  await upload.done()
}

async function* listObjects(
  call: Call,
  { bucket, prefix }: StorageConfig,
  under: string,
): AsyncGenerator<StoredObject> {
  let after: string | undefined
  do {
    const input = { Bucket: bucket, Prefix: prefix + under, ContinuationToken: after }
    const page = await call(({ client, s3 }, abortSignal) =>
      client.send(new s3.ListObjectsV2Command(input), { abortSignal }),
    )
    for (const { Key, Size, LastModified } of page.Contents ?? [])
      if (Key !== undefined && LastModified) yield { key: Key.slice(prefix.length), bytes: Size ?? 0, at: LastModified }
    after = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (after !== undefined)
}

const locationOf = ({ endpoint, bucket }: StorageConfig): string => `${new URL(endpoint).host}/${bucket}`

/** It answers, so nobody waits for it. */
function hasRefused(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0
  return status >= 400 && status < 500
}

const unavailable = () => new Refusal('upstream', 'storage_unavailable', STORAGE_UNAVAILABLE, { retryAfter: 30 })

async function connect({ endpoint, region, accessKeyId, secretAccessKey }: StorageConfig): Promise<Opened> {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Few servers besides Amazon's give each bucket a host name.
    forcePathStyle: true,
    maxAttempts: 2,
    // Other servers do not know the newer checksums of Amazon.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, s3 }
}
