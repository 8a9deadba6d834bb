const PROBLEMS: Record<string, string> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  ENOTDIR: 'is not a folder',
  EACCES: 'may not be used by this user (permission denied)',
  EPERM: 'may not be used by this user (permission denied)',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is on a full disk',
  EEXIST: 'exists already (EEXIST)',
}

/**
 * Returns what is wrong with a file or folder, as the beginning of a sentence for the operator: '/mnt/backups does not
 * exist'. Null for an error that no file has caused. `path` is how the operator calls it, or the folder of a new file.
 */
export function fileProblem(error: unknown, path?: string): string | null {
  if (!(error instanceof Error)) return null
  const { code, syscall, path: place = '' } = error as NodeJS.ErrnoException
  if (!code || !syscall || ['connect', 'getaddrinfo', 'listen'].includes(syscall)) return null
  const name = path ?? place
  const problem = PROBLEMS[code] ?? `cannot be used (${error.message})`
  return `${name === '' ? 'A file' : name} ${problem}`
}
