import type { SubjectRef } from '#shared/subject.ts'
import { SlotContent } from './slots.tsx'
import { reportDialog } from './web.slots.ts'

/** What somebody wants to report, and how it is called in the dialog: "Ada’s comment". */
export interface ReportRequest {
  subject: SubjectRef
  name: string
}

/** Renders the report dialog while there is a request. It is rendered in its place, so that it can lie over another dialog. */
export function ReportHere({ request, onClose }: { request: ReportRequest | null; onClose: () => void }) {
  return request && <SlotContent slot={reportDialog} request={request} onClose={onClose} />
}
