import type { SubjectKind } from '#shared/subject.ts'
import { SlotContent } from './slots.tsx'
import { appealLine } from './web.slots.ts'

/**
 * Offers its author an appeal against the decision that has hidden this text, or says where the appeal stands. Others see
 * nothing.
 */
export const AppealHere = ({ kind, id }: { kind: SubjectKind; id: string }) => (
  <SlotContent slot={appealLine} type={kind.type} id={id} />
)
