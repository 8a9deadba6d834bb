import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Picture, typeOf } from './images-fetch.ts'
import type { Log } from './log.ts'

/**
 * Stores pictures on the disk, up to a number of bytes; the least recently read are deleted first. A failing disk costs
 * speed but never fails a request.
 */
export function createDisk(folder: string, mostBytes: number, log: Log, onError: (error: unknown) => void = () => {}) {
  let index: Promise<Map<string, number>> | null = null
  let total = 0
  let hasComplained = false

  const complain = (error: unknown) => {
    onError(error)
    if (!hasComplained) log.warn({ err: error, folder }, 'cannot use the image cache')
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
        // A Map preserves the insertion order, so the first key is the least recently read.
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
      // After a crash there must be no partial file under the final name.
      const temporary = join(folder, `${key}.${process.pid}.part`)
      try {
        await mkdir(folder, { recursive: true })
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
        // On a full disk every partial file would make it worse.
        await rm(temporary, { force: true }).catch(() => {})
      }
    },
  }
}
