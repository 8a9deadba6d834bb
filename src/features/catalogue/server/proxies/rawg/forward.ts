import type { LiveAnswers } from '../../sources/live-answers/live-answers.ts'
import { forwardWithDeadline, type SourceDeadlines } from '../../sources/live-answers/source-deadlines.ts'
import type { ForwardRawg } from './rawg-proxy.service.ts'

/** Asks through RAWG's client. A question that is under way is not asked a second time, and is waited for with a bound. */
export function forwardToRawg(
  client: ForwardRawg,
  { live, patience }: { live: Pick<LiveAnswers, 'once'>; patience: SourceDeadlines },
): ForwardRawg {
  const inTime = <T>(question: unknown, ask: () => Promise<T>) =>
    forwardWithDeadline(patience, 'rawg', live.once(`forward rawg ${JSON.stringify(question)}`, ask))
  return {
    list: (path, params) => inTime([path, params], () => client.list(path, params)),
    find: (path, handle) => inTime([path, handle], () => client.find(path, handle)),
  }
}
