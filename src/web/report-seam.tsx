import { type ComponentType, createContext, useContext } from 'react'
import type { SubjectRef } from '#shared/subject.ts'

/** What somebody wants to report, and how it is called in the dialog: "Ada’s comment". */
export interface ReportRequest {
  subject: SubjectRef
  name: string
}

interface ReportProps {
  request: ReportRequest
  onClose: () => void
}

/** The dialog in which something is reported: given by the app, because what is reported may not know the feature that does it. */
export const ReportSeam = createContext<ComponentType<ReportProps> | null>(null)

/** Stands where it is asked for, so that it can lie over another dialog. */
export function ReportHere({ request, onClose }: { request: ReportRequest | null; onClose: () => void }) {
  const Dialog = useContext(ReportSeam)
  return Dialog && request && <Dialog request={request} onClose={onClose} />
}
