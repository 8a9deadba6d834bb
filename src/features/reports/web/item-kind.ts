import { findSubjectKind } from '#web/subjects.ts'
import type { ReportedItem } from '../reports.contract.ts'

/** Whether members report wrong facts of an item of this kind. */
export const hasFacts = ({ item_type }: Pick<ReportedItem, 'item_type'>): boolean =>
  findSubjectKind(item_type)?.facts !== undefined
