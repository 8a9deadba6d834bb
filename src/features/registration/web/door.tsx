import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CoverWall } from '#features/accounts/web/cover-wall.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import type { AnswerOf } from '#web/call.ts'
import { Head } from '#web/head.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useEnv } from '#web/use-env.ts'
import { DOOR_TEXTS } from '../door.texts.ts'
import type { getInvitation, getRegistration } from '../registration.endpoints.ts'
import { REGISTRATION_REFUSALS } from '../registration.texts.ts'
import { invitationQuery, registrationQuery } from './registration.api.ts'
import { RequestForm } from './request-form.tsx'

type Registration = AnswerOf<typeof getRegistration>
type Invitation = AnswerOf<typeof getInvitation>

interface DoorProps {
  form: (invitation: string | null, invited: ReactNode) => ReactNode
  provider: ReactNode
}

/**
 * What stands at the sign-up: the form where an account is possible, with who invites; else a door that says how one gets in.
 * An invitation that is over says so.
 */
export function SignUpDoor(props: DoorProps) {
  const [search] = useSearchParams()
  const token = search.get('invitation')
  return <Decided key={token} token={token} {...props} />
}

/**
 * Shows the form, or why nobody can sign up. It decides once, when it opens: creating the account uses up the invitation,
 * and the form must not disappear then.
 */
function Decided({ token, ...props }: DoorProps & { token: string | null }) {
  const [search] = useSearchParams()
  const { data: registration } = useQuery(registrationQuery())
  const { data: invitation } = useQuery({ ...invitationQuery(token ?? ''), enabled: token !== null })
  const [invited] = useState(invitation?.state === 'valid' ? invitation : null)
  const [isOpen] = useState(
    !registration ||
      registration.registration === 'open' ||
      (invited !== null && registration.registration !== 'closed'),
  )
  if (isOpen || !registration || search.has('confirm'))
    return props.form(
      invited && token,
      <>
        {registration && <Notice text={noticeOf(registration, undefined, search.get('error'))} />}
        {invited && <Invited invitation={invited} />}
      </>,
    )
  return (
    <Door
      registration={registration}
      notice={noticeOf(registration, invitation, search.get('error'))}
      provider={props.provider}
    />
  )
}

function noticeOf(
  { registration }: Registration,
  invitation: Invitation | undefined,
  error: string | null,
): string | null {
  if (registration !== 'closed' && invitation && invitation.state !== 'valid')
    return REGISTRATION_REFUSALS[`invitation_${invitation.state}`]
  const texts: Record<string, string> = REGISTRATION_REFUSALS
  return error !== null && Object.hasOwn(texts, error) ? (texts[error] ?? null) : null
}

const Notice = ({ text }: { text: string | null }) =>
  text && (
    <p role="status" className="text-18 font-[650]">
      {text}
    </p>
  )

/** Who invites, with a face. */
function Invited({ invitation: { by, note } }: { invitation: Invitation }) {
  return (
    <div className="panel gap-3">
      {by ? (
        <p className="flex items-center gap-3 text-16">
          <Avatar id={by.id} name={memberName(by)} src={by.avatar_url} size={44} />
          <span className="min-w-0">
            <b className="break-words" dir="auto">
              {memberName(by)}
            </b>{' '}
            {DOOR_TEXTS.invitedBy}
          </span>
        </p>
      ) : (
        <p className="text-16 font-semibold">{DOOR_TEXTS.invited}</p>
      )}
      {note && (
        <p className="text-15 break-words text-text-2" dir="auto">
          {note}
        </p>
      )}
    </div>
  )
}

/** The closed door: the name of the site, one sentence, and one field or none. */
function Door(props: { registration: Registration; notice: string | null; provider: ReactNode }) {
  const { registration, notice, provider } = props
  const isRequest = registration.registration === 'request'
  const words = {
    open: { text: '', hint: null },
    closed: { text: DOOR_TEXTS.closed, hint: null },
    invite: { text: DOOR_TEXTS.invite, hint: DOOR_TEXTS.inviteHint },
    request: { text: DOOR_TEXTS.request, hint: DOOR_TEXTS.requestHint },
  }[registration.registration]
  return (
    <DoorFrame sentence={registration.sentence}>
      <Notice text={notice} />
      <p className="text-18">
        {words.text} {words.hint && <span className="text-text-2">{words.hint}</span>}
      </p>
      {isRequest && <RequestForm />}
      {registration.provider_sign_up && (
        <div className="grid gap-3">
          <p className="text-15 text-text-2">{DOOR_TEXTS.byProvider}</p>
          {provider}
        </div>
      )}
      <p className="text-16 text-text-2">
        {DOOR_TEXTS.haveAccount}{' '}
        <a className="linkish" href="/signin">
          {DOOR_TEXTS.signIn}
        </a>
      </p>
    </DoorFrame>
  )
}

/** The visitor's start page of a members' site. */
export function FrontDoor() {
  const { data: registration } = useQuery(registrationQuery())
  const { productName } = useEnv()
  const mode = registration?.registration
  const sentence = registration?.sentence ?? DOOR_TEXTS.front
  return (
    <DoorFrame sentence={sentence}>
      <Head title={productName} description={sentence} path="/" isIndexed={false} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink kind="solid" size="big" href="/signin">
          {DOOR_TEXTS.signIn}
        </ButtonLink>
        {(mode === 'open' || mode === 'request') && (
          <ButtonLink kind="line" size="big" href="/signup">
            {mode === 'open' ? 'Create an account' : DOOR_TEXTS.askInstead}
          </ButtonLink>
        )}
      </div>
      {mode === 'invite' && <p className="text-16 text-text-2">{DOOR_TEXTS.invite}</p>}
      <p className="flex gap-4 text-14 text-text-2">
        <a className="linkish tap" href="/info/about">
          About
        </a>
        <a className="linkish tap" href="/info/privacy">
          Privacy
        </a>
        <a className="linkish tap" href="/info/contact">
          Contact
        </a>
      </p>
    </DoorFrame>
  )
}

/** The name across the page, in front of a wall of drawn covers that is hardly there. */
function DoorFrame({ sentence, children }: { sentence: string | null; children: ReactNode }) {
  const { productName } = useEnv()
  return (
    <div className="door">
      <div className="door-wall">
        <CoverWall />
      </div>
      <div className="page door-in">
        <h1 className="title door-name" style={{ '--letters': Math.max(6, [...productName].length) } as CSSProperties}>
          {productName}
        </h1>
        <div className="grid w-full max-w-[560px] content-start gap-5">
          {sentence && (
            <p className="text-18 break-words text-text-2 side:text-[1.375rem]" dir="auto">
              {sentence}
            </p>
          )}
          {children}
        </div>
      </div>
    </div>
  )
}
