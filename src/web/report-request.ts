import type { ReportedRef } from '#shared/reported.ts'

/** What somebody wants to report, and how it is called in the dialog: "Ada’s comment". */
export interface ReportRequest extends ReportedRef {
  name: string
}

let asking: ReportRequest | null = null
const listeners = new Set<() => void>()

/** Opens the dialog in which something is reported to the admins (G21); features need not know the one that does it. */
export function requestReport(request: ReportRequest | null): void {
  asking = request
  for (const listener of listeners) listener()
}

/** For the dialog's host. */
export const reportRequests = {
  get: (): ReportRequest | null => asking,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
