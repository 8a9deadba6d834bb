import { useState } from 'react'
import { useMembersOnly } from '#features/accounts/web/accounts.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.ts'
import { ReportHere } from '#web/report-seam.tsx'
import type { Comment } from '../comments.contract.ts'

/** Opens the dialog that reports a comment, for members; `dialog` is it, while it is open. */
export function useCommentReport() {
  const [reported, setReported] = useState<Comment | null>(null)
  const asMember = useMembersOnly()
  const report = (comment: Comment) => {
    const open = () => setReported(comment)
    asMember(SIGN_IN_TO_REPORT, open, open)
  }
  const request = reported && {
    itemType: 'comment' as const,
    itemId: reported.id,
    name: `the comment by ${memberName(reported.user)}`,
  }
  return { report, dialog: <ReportHere request={request} onClose={() => setReported(null)} /> }
}
