import { SlotContent } from '#web/slots.tsx'
import { appealOfSuspended } from './accounts.slots.ts'

export interface RefusedSuspended {
  email: string
  sentence: string
  /** With it the member may appeal; null if there is an appeal already. */
  token: string | null
}

/** Says that the member is suspended, in place of a toast, which would end, and offers the appeal. */
export function SuspendedNotice({ sentence, token }: Omit<RefusedSuspended, 'email'>) {
  return (
    <div className="panel grid gap-3 text-14">
      <p className="wrap-anywhere" dir="auto" role="alert">
        {sentence}
      </p>
      {token !== null && <SlotContent slot={appealOfSuspended} key={token} token={token} />}
    </div>
  )
}
