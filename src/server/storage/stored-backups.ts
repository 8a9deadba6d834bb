import { join } from 'node:path'
import type { Storage } from './storage.ts'

const FOLDER = 'backups/'

/** Lists the backups in the storage, the newest first. */
export async function listStoredBackups(storage: Storage): Promise<{ name: string; bytes: number }[]> {
  const found: { name: string; bytes: number }[] = []
  for await (const { key, bytes } of storage.list(FOLDER)) found.push({ name: key.slice(FOLDER.length), bytes })
  return found.toSorted((one, other) => (one.name < other.name ? 1 : one.name > other.name ? -1 : 0))
}

/** Opens a backup of the storage; null if there is none of this name. */
export const openStoredBackup = (storage: Storage, name: string) => storage.open(FOLDER + name)

/**
 * Copies the newest backup of a folder to the storage if it is not there yet, and deletes all but the last `keep` there. So the
 * next call makes up for one that failed.
 */
export async function copyBackups(
  storage: Storage,
  { folder, keep, latest }: { folder: string; keep: number; latest: string | undefined },
): Promise<void> {
  if (latest === undefined) return
  const stored = await listStoredBackups(storage)
  if (!stored.some(({ name }) => name === latest)) await storage.putFile(FOLDER + latest, join(folder, latest))
  const names = new Set([latest, ...stored.map(({ name }) => name)])
  const old = [...names].toSorted().toReversed().slice(keep)
  for (const name of old) await storage.delete(FOLDER + name)
}
