import type { LiveAnswers } from '#features/catalogue/server/sources/sources.service.ts'
import { forwardWithDeadline, type SourceDeadlines } from '#features/catalogue/server/sources/sources.service.ts'
import type { ForwardRawg } from './rawg-proxy.service.ts'

/** Forwards requests through RAWG's client. Concurrent equal requests share one call, and waiting is limited. */
export function forwardToRawg(
  client: ForwardRawg,
  { live, deadlines }: { live: Pick<LiveAnswers, 'once'>; deadlines: SourceDeadlines },
): ForwardRawg {
  const inTime = <T>(question: unknown, ask: () => Promise<T>) =>
    forwardWithDeadline(deadlines, 'rawg', live.once(`forward rawg ${JSON.stringify(question)}`, ask))
  return {
    list: (path, params) => inTime([path, params], () => client.list(path, params)),
    find: (path, handle) => inTime([path, handle], () => client.find(path, handle)),
  }
}
