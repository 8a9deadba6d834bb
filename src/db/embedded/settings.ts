import { totalmem } from 'node:os'
import type { Binaries } from './binaries.ts'
import { PORT } from './socket-folder.ts'

const MEGABYTE = 1024 * 1024

/**
 * Returns the megabytes of PostgreSQL's own cache: a sixteenth of the memory, 128 to 2048. Beyond it a page comes from the
 * cache of the operating system, which takes a system call and a checksum each.
 */
export const ownCacheMegabytes = (memory: number): number =>
  Math.min(Math.max(Math.round(memory / MEGABYTE / 16), 128), 2048)

/** The memory of the machine, or of the container. */
const usableMemory = () => Math.min(totalmem(), process.constrainedMemory() || totalmem())

/** On a machine with 1 GB and one app beside it: some 45 MB with ten idle connections, 110 MB after hard work. */
export function chooseSettings(binaries: Binaries, durable: boolean): Record<string, string> {
  const cacheMegabytes = Math.min(Math.max(Math.round(usableMemory() / MEGABYTE / 3), 256), 8192)
  const safety = durable ? 'on' : 'off'
  return {
    fsync: safety,
    synchronous_commit: safety,
    full_page_writes: safety,
    // A site at rest changes few pages, but after each checkpoint the first change of a page is logged with the whole page.
    checkpoint_timeout: '15min',
    wal_compression: 'on',
    max_connections: '40',
    shared_buffers: `${ownCacheMegabytes(usableMemory())}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: `${cacheMegabytes}MB`,
    random_page_cost: '1.1',
    jit: 'off',
    autovacuum: 'on',
    io_workers: '2',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    // Members' texts stay out of the log: neither statements nor the values of a violated constraint.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(binaries.hasStatementStatistics && {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.max': '1000',
    }),
  }
}

/** Returns the arguments that start the server with these settings, on this socket alone. */
export function serverArguments(settings: Record<string, string>, socketFolder: string): string[] {
  const fixed = {
    listen_addresses: '',
    port: String(PORT),
    // Quoted, because a comma separates the entries of this list.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
  return Object.entries({ ...settings, ...fixed }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
