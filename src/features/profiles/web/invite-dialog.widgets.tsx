import { Dialog } from '#web/ui/dialog.tsx'
import type { PublicProfile } from '../profiles.contract.ts'
import { INVITE_ABOUT } from '../profiles.texts.ts'
import { SharePanel } from './share-panel.widgets.tsx'

/** Shares the URL of the own profile as an invitation: link, X, Discord, mail (G31). */
export function InviteDialog({ profile, onClose }: { profile: PublicProfile; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Invite" description={INVITE_ABOUT} size="question">
      <SharePanel profile={profile} withMail />
    </Dialog>
  )
}
