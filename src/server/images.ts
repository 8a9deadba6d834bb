import { createHash } from 'node:crypto'
import type { Clock } from './clock.ts'
import { limitConcurrency } from './concurrency.ts'
import { createDisk } from './images-disk.ts'
import { type Encoding, encodePicture } from './images-encode.ts'
import { createFailures } from './images-failures.ts'
import { type FetchFailure, fetchPicture, isPublicAddress, type Picture } from './images-fetch.ts'
import {
  BYTES_IN_FLIGHT,
  CACHE_BYTES,
  IMAGE_ORIGINS,
  LEAVE_ALONE_MS,
  LOOK_AGAIN_MS,
  MISSING_MS,
  MOST_BYTES,
  MOST_ENCODINGS_AT_ONCE,
  MOST_FETCHES_AT_ONCE,
} from './images-limits.ts'
import type { Log } from './log.ts'

/**
 * Whether the host of the covers answers this process. Views look here: while it is not 'yes' they send no cover address,
 * so a page of a server without a network shows generated covers at once. It is a fact about the process's network, and
 * therefore there is one per process. Changed by probes in the background and by what becomes of real requests, never on
 * the way of a page.
 */
export interface ImageHost {
  reachable: 'unknown' | 'yes' | 'no'
}
export const coverHost: ImageHost = { reachable: 'unknown' }

export interface Images {
  /**
   * The picture in a size and format, from the disk, else from its host: of the addresses, which are of one host, the first
   * that has it. When it cannot be had now, the reason, and then at once. However many ask for one picture at the same
   * time, it is fetched once, and encoded once for each size and format.
   */
  read: (addresses: readonly URL[], encoding: Encoding) => Promise<Picture | FetchFailure>
  /** Begins to look whether the host answers. Without it nothing is known and nothing is asked. */
  watch: () => void
  close: () => void
}

export function createImages(deps: {
  /** The folder of the disk cache; made when the first picture is kept. */
  folder: string
  /** False never asks anybody. */
  isOn: boolean
  /** Asked for in the background to learn whether the host of the covers answers. */
  probe: URL
  log: Log
  clock: Clock
  host?: ImageHost
  origins?: readonly string[]
  /** Tests have their hosts on the machine itself. */
  mayConnect?: (address: string) => boolean
  cacheBytes?: number
  timeoutMs?: number
  /** Told what the disk cache could not do. */
  onDiskError?: (error: unknown) => void
  /** Told when the host of the covers answers for the first time: pages from before show none. */
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
  const disk = createDisk(folder, deps.cacheBytes ?? CACHE_BYTES, log, deps.onDiskError)
  const fetching = new Map<string, Promise<Picture | FetchFailure>>()
  const encoding = new Map<string, Promise<Picture | FetchFailure>>()
  /** What is known not to be there, or to be too large, and until when that is believed. */
  const refused = new Map<string, { reason: FetchFailure; until: number }>()
  const failures = createFailures(now)
  let hasAnswered = host.reachable === 'yes'
  const takeTurn = limitConcurrency(MOST_FETCHES_AT_ONCE)
  const takeCore = limitConcurrency(MOST_ENCODINGS_AT_ONCE)
  const reserve = limitBytes(BYTES_IN_FLIGHT)
  let timer: NodeJS.Timeout | undefined
  let isWatching = false

  async function note(reachable: 'yes' | 'no'): Promise<void> {
    if (host.reachable === reachable) return
    const isNews = host.reachable === 'yes' || reachable === 'yes'
    host.reachable = reachable
    if (isNews) log.info({ host: coverOrigin, reachable }, 'the image host')
    if (hasAnswered || reachable === 'no') return
    // Later turns drop no pages: those without covers are kept for a minute, and those with them draw what does not come.
    hasAnswered = true
    await deps.onChange().catch((error: unknown) => log.warn({ err: error }, 'could not announce the image host'))
  }

  async function look(): Promise<void> {
    const answer = await fetchPicture(deps.probe, rules)
    await heard(deps.probe, answer)
    // Nothing was known of the host, or nothing good: what comes now decides.
    if (answer === 'unreachable' && host.reachable === 'unknown') await note('no')
    lookIn(host.reachable === 'yes' ? LOOK_AGAIN_MS : LEAVE_ALONE_MS)
  }

  /** What became of a request says something about the picture, and together with others about its host. */
  async function heard(url: URL, answer: Picture | FetchFailure): Promise<void> {
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
    timer = setTimeout(look, milliseconds)
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
      // Inside the turn, so that whoever waits for it does not ask a host that is down.
      await heard(url, fetched)
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

  async function produce(key: string, addresses: readonly URL[], wanted: Encoding): Promise<Picture | FetchFailure> {
    // Before anything is asked for: whoever waits here holds no picture and no connection.
    const reserved = await reserve(MOST_BYTES)
    try {
      const { url, answer } = await fetchFirst(addresses)
      if (typeof answer === 'string') return answer
      reserved.shrinkTo(answer.bytes.length)
      const encoded = await takeCore(() => encodePicture(answer.bytes, wanted))
      if (typeof encoded === 'string') return refuse(url.href, encoded)
      await disk.keep(key, encoded.bytes)
      return encoded
    } finally {
      reserved.shrinkTo(0)
    }
  }

  return {
    async read(addresses, wanted) {
      const names = addresses.map(({ href }) => href).join(' ')
      const { width, quality, format } = wanted
      const key = createHash('sha256').update(`${names} ${width} ${quality} ${format}`).digest('hex').slice(0, 40)
      const kept = await disk.find(key)
      if (kept) return kept
      if (!deps.isOn) return 'unreachable'
      return once(encoding, key, () => produce(key, addresses, wanted))
    },
    watch() {
      if (!deps.isOn) return
      isWatching = true
      void look()
    },
    close() {
      isWatching = false
      clearTimeout(timer)
    },
  }
}

/** Work that is already under way is waited for and not begun again. */
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

/** Hands out at most so many bytes at a time, to those who wait in their order. */
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
