import { useState } from 'react'
import { useMembersOnly } from '#features/accounts/web/accounts.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.texts.ts'
import { subjectRef } from '#shared/subject.ts'
import { ReportHere } from '#web/report.tsx'
import type { Reply } from '../comments.contract.ts'
import { COMMENT } from '../comments.subject.ts'

/** Returns a function that opens the report dialog for members, and `dialog` while it is open. */
export function useCommentReport() {
  const [reported, setReported] = useState<Reply | null>(null)
  const asMember = useMembersOnly()
  const report = (comment: Reply) => {
    const open = () => setReported(comment)
    asMember(SIGN_IN_TO_REPORT, open, open)
  }
  const request = reported && {
    subject: subjectRef(COMMENT, reported.id),
    name: `the comment by ${memberName(reported.user)}`,
  }
  return { report, dialog: <ReportHere request={request} onClose={() => setReported(null)} /> }
}
