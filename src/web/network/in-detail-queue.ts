import type { QueryClient } from '@tanstack/react-query'
import type { DetailQueue } from './detail-queue.ts'

const queues = new WeakMap<QueryClient, Promise<DetailQueue>>()

/** Connects a browser's query client with its queue, whose code is not part of the first JavaScript. */
export function connectDetailQueue(client: QueryClient, queue: Promise<DetailQueue>): void {
  queues.set(client, queue)
}

/** Runs a request through the queue in a browser, and at once while a page is rendered. */
export async function inDetailQueue<T>(
  client: QueryClient,
  key: string,
  request: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const queue = await queues.get(client)
  return queue ? queue.run(key, request, signal) : request()
}
