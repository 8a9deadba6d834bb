import { createHash } from 'node:crypto'
import type { Clock } from './clock.ts'
import { limitConcurrency } from './concurrency.ts'
import type { FetchFailure } from './guarded-get.ts'
import { createDisk } from './images-disk.ts'
import { type Encoding, encodePicture } from './images-encode.ts'
import { createFailures } from './images-failures.ts'
import { fetchPicture, isPublicAddress, type Picture, typeOf } from './images-fetch.ts'
import {
  BYTES_IN_FLIGHT,
  CACHE_BYTES,
  IMAGE_ORIGINS,
  LEAVE_ALONE_MS,
  LOOK_AGAIN_MS,
  MAX_BYTES,
  MAX_ENCODINGS_AT_ONCE,
  MAX_FETCHES_AT_ONCE,
  MISSING_MS,
} from './images-limits.ts'
import type { Log } from './log.ts'

/**
 * Whether this process can reach the host of the covers. While it is not 'yes', views send no cover addresses, so a
 * server without a network shows generated covers at once. Each process has one, because it describes the process's
 * network. Background probes and the outcome of real requests change it; rendering a page never does.
 */
export interface ImageHost {
  reachable: 'unknown' | 'yes' | 'no'
}
export const coverHost: ImageHost = { reachable: 'unknown' }

export interface ComposedPicture {
  bytes: Buffer
  /** False while a cover is missing that may be available later: the picture is not stored. */
  isComplete: boolean
}

/** Scaled pictures that the nodes share. It never fails: without an answer there is no picture. */
export interface SharedPictures {
  find: (key: string) => Promise<Buffer | null>
  keep: (key: string, bytes: Buffer) => Promise<void>
}

export interface Images {
  /**
   * Returns the picture in a size and format, from the disk or else from its host. `addresses` are of one host; the
   * first that has the picture is used. If the picture is not available now, it returns the reason at once.
   * Simultaneous requests for one picture share one fetch, and one encoding for each size and format.
   */
  read: (addresses: readonly URL[], encoding: Encoding) => Promise<Picture | FetchFailure>
  /**
   * Returns the composed picture that shows `content`, from the disk or else from `draw`. The content is everything that
   * the drawing depends on, so other content is another picture. Simultaneous requests for one picture share one drawing.
   */
  compose: (content: unknown, draw: () => Promise<ComposedPicture>) => Promise<Buffer>
  /** Starts the probes of the host. Without them its state is unknown and nothing is requested. */
  watch: () => void
  close: () => void
}

export function createImages(deps: {
  /** The folder of the disk cache; created when the first picture is stored. */
  folder: string
  /** False: no host is ever requested. */
  isOn: boolean
  /** The address that the background probes request. */
  probe: URL
  log: Log
  clock: Clock
  host?: ImageHost
  origins?: readonly string[]
  /** Tests run their hosts on the local machine. */
  mayConnect?: (address: string) => boolean
  cacheBytes?: number
  /** Where other nodes find what this one has made; by default each has its own. */
  shared?: SharedPictures | null
  timeoutMs?: number
  /** Called with failures of the disk cache. */
  onDiskError?: (error: unknown) => void
  /** Called when the host of the covers responds for the first time, because earlier pages show no covers. */
  onChange: () => Promise<void>
}): Images {
  const { folder, log } = deps
  const now = () => deps.clock().getTime()
  const host = deps.host ?? coverHost
  const rules = {
    origins: deps.origins ?? IMAGE_ORIGINS,
    mayConnect: deps.mayConnect ?? isPublicAddress,
    timeoutMs: deps.timeoutMs,
  }
  const coverOrigin = deps.probe.origin
  const { shared = null } = deps
  const disk = createDisk(folder, deps.cacheBytes ?? CACHE_BYTES, log, deps.onDiskError)
  const fetching = new Map<string, Promise<Picture | FetchFailure>>()
  const encoding = new Map<string, Promise<Picture | FetchFailure>>()
  const composing = new Map<string, Promise<Buffer>>()
  /** Pictures known to be missing or too large, and until when that counts. */
  const refused = new Map<string, { reason: FetchFailure; until: number }>()
  const failures = createFailures(now)
  let hasAnswered = host.reachable === 'yes'
  const takeTurn = limitConcurrency(MAX_FETCHES_AT_ONCE)
  const takeCore = limitConcurrency(MAX_ENCODINGS_AT_ONCE)
  const reserve = limitBytes(BYTES_IN_FLIGHT)
  let timer: NodeJS.Timeout | undefined
  let isWatching = false

  async function note(reachable: 'yes' | 'no'): Promise<void> {
    if (host.reachable === reachable) return
    const isNews = host.reachable === 'yes' || reachable === 'yes'
    host.reachable = reachable
    if (isNews) log[hasAnswered ? 'info' : 'debug']({ host: coverOrigin, reachable }, 'the image host')
    if (hasAnswered || reachable === 'no') return
    // Later changes of reachability invalidate no pages: pages without covers expire after a minute, and pages with
    // covers show generated ones for pictures that fail.
    hasAnswered = true
    await deps
      .onChange()
      .catch((error: unknown) => log.warn({ err: error }, 'cannot announce that the image host changed'))
  }

  async function probe(): Promise<void> {
    const answer = await fetchPicture(deps.probe, rules)
    await recordOutcome(deps.probe, answer)
    // While the state of the host is unknown or unreachable, the first outcome decides it.
    if (answer === 'unreachable' && host.reachable === 'unknown') await note('no')
    lookIn(host.reachable === 'yes' ? LOOK_AGAIN_MS : LEAVE_ALONE_MS)
  }

  /** Records the outcome of a request for the picture and for its host. */
  async function recordOutcome(url: URL, answer: Picture | FetchFailure): Promise<void> {
    const isCover = url.origin === coverOrigin
    if (answer !== 'unreachable') {
      failures.succeeded(url.origin)
      if (isCover) await note('yes')
      return
    }
    const isDown = failures.failed(url)
    if (!isDown || !isCover) return
    await note('no')
    lookIn(LEAVE_ALONE_MS)
  }

  function lookIn(milliseconds: number): void {
    clearTimeout(timer)
    if (!isWatching) return
    timer = setTimeout(probe, milliseconds)
    timer.unref()
  }

  function refuse(key: string, reason: FetchFailure): FetchFailure {
    if (refused.size > 10_000) refused.clear()
    refused.set(key, { reason, until: now() + MISSING_MS })
    return reason
  }

  const refusalOf = (key: string): FetchFailure | null => {
    const known = refused.get(key)
    return known && known.until > now() ? known.reason : null
  }

  async function fetchOne(url: URL): Promise<Picture | FetchFailure> {
    const known = refusalOf(url.href)
    if (known) return known
    if (failures.isResting(url) || (url.origin === coverOrigin && host.reachable === 'no')) return 'unreachable'
    const answer = await takeTurn(async () => {
      if (failures.isResting(url)) return 'unreachable'
      const fetched = await fetchPicture(url, rules)
      // Recorded before the slot is released, so that the next request does not go to a host that is down.
      await recordOutcome(url, fetched)
      return fetched
    })
    return answer === 'missing' || answer === 'too-large' ? refuse(url.href, answer) : answer
  }

  async function fetchFirst(addresses: readonly URL[]): Promise<{ url: URL; answer: Picture | FetchFailure }> {
    let last: { url: URL; answer: Picture | FetchFailure } | undefined
    for (const url of addresses) {
      last = { url, answer: await once(fetching, url.href, () => fetchOne(url)) }
      if (last.answer !== 'missing') return last
    }
    return last ?? { url: deps.probe, answer: 'missing' }
  }

  /** Finds what this node or another one has made. */
  async function findMade(key: string): Promise<Picture | null> {
    const bytes = shared === null ? null : await shared.find(key)
    const type = bytes === null ? null : typeOf(bytes)
    if (bytes === null || type === null) return null
    await disk.keep(key, bytes)
    return { type, bytes }
  }

  async function keep(key: string, bytes: Buffer): Promise<void> {
    // Nobody waits for the other nodes.
    void shared?.keep(key, bytes)
    await disk.keep(key, bytes)
  }

  async function produce(key: string, addresses: readonly URL[], wanted: Encoding): Promise<Picture | FetchFailure> {
    const made = await findMade(key)
    if (made) return made
    if (!deps.isOn) return 'unreachable'
    // Reserved before the fetch: a request that waits here holds no picture and no connection.
    const reserved = await reserve(MAX_BYTES)
    try {
      const { url, answer } = await fetchFirst(addresses)
      if (typeof answer === 'string') return answer
      reserved.shrinkTo(answer.bytes.length)
      const encoded = await takeCore(() => encodePicture(answer.bytes, wanted))
      if (typeof encoded === 'string') return refuse(url.href, encoded)
      await keep(key, encoded.bytes)
      return encoded
    } finally {
      reserved.shrinkTo(0)
    }
  }

  return {
    async read(addresses, wanted) {
      const names = addresses.map(({ href }) => href).join(' ')
      const { width, quality, format } = wanted
      const key = keyOf(`${names} ${width} ${quality} ${format}`)
      const stored = await disk.find(key)
      if (stored) return stored
      if (!deps.isOn && shared === null) return 'unreachable'
      return once(encoding, key, () => produce(key, addresses, wanted))
    },
    async compose(content, draw) {
      const key = keyOf(JSON.stringify(content))
      const stored = await disk.find(key)
      if (stored) return stored.bytes
      return once(composing, key, async () => {
        const made = await findMade(key)
        if (made) return made.bytes
        const { bytes, isComplete } = await draw()
        if (isComplete) await keep(key, bytes)
        return bytes
      })
    },
    watch() {
      if (!deps.isOn) return
      isWatching = true
      void probe()
    },
    close() {
      isWatching = false
      clearTimeout(timer)
    },
  }
}

/** Returns the name of a picture on the disk. */
const keyOf = (content: string) => createHash('sha256').update(content).digest('hex').slice(0, 40)

/** Shares the work that is in progress under this key instead of starting it again. */
function once<T>(running: Map<string, Promise<T>>, key: string, begin: () => Promise<T>): Promise<T> {
  const known = running.get(key)
  if (known) return known
  const work = begin().finally(() => running.delete(key))
  running.set(key, work)
  return work
}

export interface ByteReservation {
  shrinkTo: (bytes: number) => void
}

/** Returns a semaphore that grants at most `most` bytes at a time, in the order of the requests. */
export function limitBytes(most: number): (bytes: number) => Promise<ByteReservation> {
  let free = most
  const waiting: { bytes: number; go: () => void }[] = []

  function serve(): void {
    for (let [next] = waiting; next && next.bytes <= free; [next] = waiting) {
      free -= next.bytes
      waiting.shift()
      next.go()
    }
  }
  return async (bytes) => {
    await new Promise<void>((go) => {
      waiting.push({ bytes, go })
      serve()
    })
    let held = bytes
    return {
      shrinkTo(less) {
        if (less >= held) return
        free += held - less
        held = less
        serve()
      },
    }
  }
}
