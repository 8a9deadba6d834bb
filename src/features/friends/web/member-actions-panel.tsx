import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMembersOnly, useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { BlockDialog, UnblockButton } from '#features/blocks/web/blocks.widgets.tsx'
import { FollowButton } from '#features/follows/web/follows.widgets.tsx'
import { MUTE_ENTRIES } from '#features/mutes/mute-entries.texts.ts'
import { askForKinds, askToMute } from '#features/mutes/web/mute-requests.api.ts'
import type { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { PROFILE } from '#features/profiles/profiles.subject.ts'
import { profileKeys } from '#features/profiles/web/profile-keys.api.ts'
import { adjustFollowerCount } from '#features/profiles/web/profiles.api.ts'
import { memberName } from '#shared/member-name.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.texts.ts'
import { subjectRef } from '#shared/subject.ts'
import { ReportHere } from '#web/report.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DotsButton } from '#web/ui/menu-button.tsx'
import { messagesHref } from '../friends.rules.ts'
import { FriendButton } from './friend-button.tsx'
import { relationshipQuery } from './friends.api.ts'

const muteEntries = (member: PublicProfile) =>
  [
    {
      label: MUTE_ENTRIES.kindsOf(memberName(member)),
      icon: 'filter',
      onSelect: () => askForKinds(member),
    },
    { label: MUTE_ENTRIES.mute, icon: 'eye-off', onSelect: () => askToMute({ member }) },
  ] as const

/** Follow, befriend, message, mute, report and block another member. It fills `memberActions` of the profiles. */
export function MemberActionsPanel({ member }: { member: PublicProfile }) {
  const client = useQueryClient()
  const viewer = useViewer()
  const asMember = useMembersOnly()
  const [isBlocking, setBlocking] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const name = memberName(member)
  // The friend button uses the same query.
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
      <DotsButton
        label={`More about ${name}`}
        items={[
          ...(isOther ? muteEntries(member) : []),
          { label: 'Report', icon: 'flag', onSelect: () => asMember(SIGN_IN_TO_REPORT, report, report) },
          ...(viewer && !isBlocked
            ? [{ label: 'Block', icon: 'block' as const, danger: true, onSelect: () => setBlocking(true) }]
            : []),
        ]}
      />
      <ReportHere
        request={isReporting ? { subject: subjectRef(PROFILE, member.id), name } : null}
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
