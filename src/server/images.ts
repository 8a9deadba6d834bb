import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** Where pictures may come from (G41). */
export const IMAGE_ORIGINS: readonly string[] = [
  'https://images.igdb.com',
  'https://media.rawg.io',
  'https://i.ytimg.com',
]
/** Widths that may be asked for, in pixels (G41). */
export const IMAGE_WIDTHS: readonly number[] = [64, 128, 264, 528, 1080]

const UPSTREAM_TIMEOUT_MS = 5_000
const MAX_BYTES = 10 * 1024 * 1024
const MOST_AT_ONCE = 8
const MOST_REDIRECTS = 3
/** How long a host that did not answer is left alone, and how often it is looked at otherwise. */
const LEAVE_ALONE_MS = 60_000
const LOOK_AGAIN_MS = 5 * 60_000
/** How long a picture that its host does not have is not asked for again. */
const MISSING_MS = 60 * 60_000
const CACHE_BYTES = 512 * 1024 * 1024

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

export interface Picture {
  type: string
  bytes: Buffer
}

export interface Images {
  /**
   * A picture from the disk, else from its host; null when it cannot be had now, and then at once. However many ask for
   * one picture at the same time, it is fetched once.
   */
  read: (url: URL) => Promise<Picture | null>
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
  cacheBytes?: number
  /** Told when the host begins or ceases to answer. */
  onChange: () => Promise<void>
}): Images {
  const { folder, log } = deps
  const now = () => deps.clock().getTime()
  const host = deps.host ?? coverHost
  const origins = deps.origins ?? IMAGE_ORIGINS
  const coverOrigin = deps.probe.origin
  const disk = createDisk(folder, deps.cacheBytes ?? CACHE_BYTES, log)
  const fetching = new Map<string, Promise<Picture | null>>()
  const missing = new Map<string, number>()
  /** Per origin: until when it is left alone. */
  const leftAlone = new Map<string, number>()
  const takeTurn = limitTo(MOST_AT_ONCE)
  let timer: NodeJS.Timeout | undefined
  let isWatching = false

  const isLeftAlone = (url: URL) => (leftAlone.get(url.origin) ?? 0) > now()

  async function note(reachable: 'yes' | 'no'): Promise<void> {
    if (host.reachable === reachable) return
    const isNews = host.reachable === 'yes' || reachable === 'yes'
    host.reachable = reachable
    if (!isNews) return
    log.info({ host: coverOrigin, reachable }, 'the image host')
    await deps.onChange().catch((error: unknown) => log.warn({ err: error }, 'could not announce the image host'))
  }

  async function look(): Promise<void> {
    const answer = await fetchPicture(deps.probe, origins)
    leftAlone.delete(coverOrigin)
    await note(answer === 'unreachable' ? 'no' : 'yes')
    lookIn(host.reachable === 'yes' ? LOOK_AGAIN_MS : LEAVE_ALONE_MS)
  }

  function lookIn(milliseconds: number): void {
    clearTimeout(timer)
    if (!isWatching) return
    timer = setTimeout(look, milliseconds)
    timer.unref()
  }

  async function fetchOnce(url: URL, key: string): Promise<Picture | null> {
    const answer = await takeTurn(async () => {
      if (isLeftAlone(url)) return 'unreachable'
      const fetched = await fetchPicture(url, origins)
      // Inside the turn, so that whoever waits for it does not ask the same silent host.
      if (fetched === 'unreachable') leftAlone.set(url.origin, now() + LEAVE_ALONE_MS)
      return fetched
    })
    if (answer === 'unreachable') {
      if (url.origin !== coverOrigin) return null
      await note('no')
      lookIn(LEAVE_ALONE_MS)
      return null
    }
    if (url.origin === coverOrigin) await note('yes')
    if (answer === 'missing') {
      if (missing.size > 10_000) missing.clear()
      missing.set(key, now() + MISSING_MS)
      return null
    }
    await disk.keep(key, answer.bytes)
    return answer
  }

  return {
    async read(url) {
      const key = createHash('sha256').update(url.href).digest('hex').slice(0, 40)
      const kept = await disk.find(key)
      if (kept) return kept
      if (!deps.isOn || (missing.get(key) ?? 0) > now()) return null
      if (isLeftAlone(url)) return null
      if (url.origin === coverOrigin && host.reachable === 'no') return null
      const running = fetching.get(key)
      if (running) return running
      const work = fetchOnce(url, key).finally(() => fetching.delete(key))
      fetching.set(key, work)
      return work
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

/** Never throws: 'missing' when the host says that there is no such picture, 'unreachable' for every other failure. */
async function fetchPicture(from: URL, origins: readonly string[]): Promise<Picture | 'missing' | 'unreachable'> {
  const signal = AbortSignal.timeout(UPSTREAM_TIMEOUT_MS)
  let url = from
  try {
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const response = await fetch(url, { signal, redirect: 'manual', headers: { accept: 'image/*' } })
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel()
        url = new URL(location, url)
        // A redirect must not lead to an address that could not have been asked for.
        if (!origins.includes(url.origin)) return 'missing'
        continue
      }
      if (!response.ok || !response.body) {
        await response.body?.cancel()
        return response.status === 429 || response.status >= 500 ? 'unreachable' : 'missing'
      }
      const bytes = await readAtMost(response.body, MAX_BYTES)
      const type = bytes && typeOf(bytes)
      return bytes && type ? { type, bytes } : 'missing'
    }
    return 'missing'
  } catch {
    return 'unreachable'
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>, most: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** By the first bytes, whatever the host calls it; null for what is no picture. SVG is none: it can carry scripts. */
function typeOf(bytes: Buffer): string | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('GIF8')) return 'image/gif'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp'
  if (start.slice(4) === 'ftypavif') return 'image/avif'
  return null
}

/** Lets at most `most` pieces of work run at the same time. */
function limitTo(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Pictures on the disk, bounded in bytes, the longest unread go first. A disk that fails costs speed, not answers. */
function createDisk(folder: string, mostBytes: number, log: Log) {
  let index: Promise<Map<string, number>> | null = null
  let total = 0
  let hasComplained = false

  const complain = (error: unknown) => {
    if (!hasComplained) log.warn({ err: error, folder }, 'the image cache cannot be used')
    hasComplained = true
  }

  async function load(): Promise<Map<string, number>> {
    const found: { name: string; size: number; at: number }[] = []
    for (const name of await readdir(folder).catch(() => [])) {
      if (!/^[0-9a-f]{40}$/.test(name)) continue
      const { size, mtimeMs } = await stat(join(folder, name))
      found.push({ name, size, at: mtimeMs })
    }
    found.sort((a, b) => a.at - b.at)
    total = found.reduce((sum, { size }) => sum + size, 0)
    return new Map(found.map(({ name, size }) => [name, size]))
  }

  async function known(): Promise<Map<string, number>> {
    index ??= load().catch((error: unknown) => {
      complain(error)
      return new Map()
    })
    return index
  }

  return {
    async find(key: string): Promise<Picture | null> {
      const files = await known()
      const size = files.get(key)
      if (size === undefined) return null
      try {
        const bytes = await readFile(join(folder, key))
        const type = typeOf(bytes)
        if (type === null) throw new Error(`${key} is no picture`)
        // A Map keeps the order of insertion: the first key is the one unread for longest.
        files.delete(key)
        files.set(key, size)
        return { type, bytes }
      } catch {
        files.delete(key)
        total -= size
        return null
      }
    },
    async keep(key: string, bytes: Buffer): Promise<void> {
      const files = await known()
      try {
        await mkdir(folder, { recursive: true })
        // A crash must not leave half a picture under its name.
        const temporary = join(folder, `${key}.${process.pid}.part`)
        await writeFile(temporary, bytes)
        await rename(temporary, join(folder, key))
        total += bytes.length - (files.get(key) ?? 0)
        files.delete(key)
        files.set(key, bytes.length)
        for (const [oldest, size] of files) {
          if (total <= mostBytes) break
          files.delete(oldest)
          total -= size
          await rm(join(folder, oldest), { force: true })
        }
      } catch (error) {
        complain(error)
      }
    },
  }
}
