import type { LiveAnswers } from '../lists/live-answers.ts'
import { forwardedInTime, type Patience } from '../lists/patience.ts'
import type { ForwardRawg } from './rawg-proxy.service.ts'

/** Asks through RAWG's client. A question that is under way is not asked a second time, and is waited for with a bound. */
export function forwardToRawg(
  client: ForwardRawg,
  { live, patience }: { live: Pick<LiveAnswers, 'once'>; patience: Patience },
): ForwardRawg {
  const inTime = <T>(question: unknown, ask: () => Promise<T>) =>
    forwardedInTime(patience, 'rawg', live.once(`forward rawg ${JSON.stringify(question)}`, ask))
  return {
    list: (path, params) => inTime([path, params], () => client.list(path, params)),
    find: (path, handle) => inTime([path, handle], () => client.find(path, handle)),
  }
}
