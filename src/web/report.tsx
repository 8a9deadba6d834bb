import type { SubjectRef } from '#shared/subject.ts'
import { SlotContent } from './slots.tsx'
import { reportDialog } from './web.slots.ts'

/** The item that somebody wants to report, and its name in the dialog: "Ada’s comment". */
export interface ReportRequest {
  subject: SubjectRef
  name: string
}

/**
 * Renders the report dialog while there is a request. It is rendered where it is requested, so that it can open over
 * another dialog.
 */
export function ReportHere({ request, onClose }: { request: ReportRequest | null; onClose: () => void }) {
  return request && <SlotContent slot={reportDialog} request={request} onClose={onClose} />
}
