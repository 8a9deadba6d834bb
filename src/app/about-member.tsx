import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMembersOnly, useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { BlockDialog, UnblockButton } from '#features/blocks/web/blocks.widgets.tsx'
import { FollowButton } from '#features/follows/web/follows.widgets.tsx'
import { messagesHref } from '#features/friends/friends.rules.ts'
import { FriendButton } from '#features/friends/web/friend-button.tsx'
import { relationshipQuery } from '#features/friends/web/friends.api.ts'
import type { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { adjustFollowerCount, profileKeys } from '#features/profiles/web/profiles.api.ts'
import { memberName } from '#shared/member-name.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.ts'
import { ReportHere } from '#web/report-seam.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'

/** What one can do about another member, on their profile and in its modal: features that profiles may not know. */
export function MemberActionsPanel({ member }: { member: PublicProfile }) {
  const client = useQueryClient()
  const viewer = useViewer()
  const asMember = useMembersOnly()
  const [isBlocking, setBlocking] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const name = memberName(member)
  // The friend button asks the same.
  const isOther = viewer !== null && viewer.id !== member.id
  const between = useQuery({ ...relationshipQuery(member.id), enabled: isOther }).data
  const isBlocked = between?.viewerCan.unblock ?? false
  const report = () => setReporting(true)
  return (
    <>
      {isBlocked ? (
        <UnblockButton userId={member.id} name={name} />
      ) : (
        <FollowButton
          userId={member.id}
          name={name}
          onChange={(isFollowing) => adjustFollowerCount(client, member.id, isFollowing ? 1 : -1)}
        />
      )}
      <FriendButton userId={member.id} name={name} />
      {!isBlocked && (
        <ButtonLink icon="mail" href={messagesHref(member.id)} aria-label={`Message ${name}`}>
          Message
        </ButtonLink>
      )}
      <MenuButton
        label={`More about ${name}`}
        className="icon-btn"
        align="end"
        items={[
          { label: 'Report', icon: 'flag', onSelect: () => asMember(SIGN_IN_TO_REPORT, report, report) },
          ...(viewer && !isBlocked
            ? [{ label: 'Block', icon: 'block' as const, danger: true, onSelect: () => setBlocking(true) }]
            : []),
        ]}
      >
        <Icon name="dots" size={20} />
      </MenuButton>
      <ReportHere
        request={isReporting ? { itemType: 'profile', itemId: member.id, name } : null}
        onClose={() => setReporting(false)}
      />
      {isBlocking && (
        <BlockDialog
          userId={member.id}
          name={name}
          onClose={() => setBlocking(false)}
          onBlocked={() => void client.invalidateQueries({ queryKey: profileKeys.all })}
        />
      )}
    </>
  )
}
