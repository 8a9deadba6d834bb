import { loadDeclared } from './declared.ts'
import type { Member } from './members.ts'
import type { Line } from './privacy.ts'
import type { Client, TestApp } from './test-app.ts'

/**
 * The expected statuses for a visitor, the owner, another member and an admin. The owner sends last, because the
 * request may delete the owner's data.
 */
export type Row = [
  statuses: [visitor: number, owner: number, other: number, admin: number],
  body?: object | undefined,
  path?: string,
]

export const member = (status: number): Row[0] => [401, status, status, status]
export const anyone = (status: number): Row[0] => [status, status, status, status]
export const admin = (status: number): Row[0] => [401, 403, 403, status]

/** A game of the starter catalogue. */
export const GAME = 'igdb_1942'
export const NOBODY = '019a0000-0000-7000-8000-000000000000'

export interface AccessRoles {
  visitor: Client
  owner: Member
  other: Member
  admin: Member
}

/** Who may use the endpoints of a feature: `x.access.ts` beside its contract. The tests of the whole server read it. */
export interface FeatureAccess {
  /**
   * One row for each endpoint: `'METHOD /path': [who(status), body?, address?]`, or four statuses if the owner gets another
   * one. Each row sees what the rows before it have written.
   */
  rows: Record<string, Row>
  /** Writes what the rows need, and returns the parameters of their addresses. */
  prepare?: (app: TestApp, roles: AccessRoles) => Promise<Record<string, string>>
  /** Endpoints that read, and return no data of another member. Each other endpoint that reads is in `showsOthers`. */
  readsOwnData?: readonly string[]
  /** What endpoints show of another member, to each viewer (`tests/privacy.test.ts`). */
  showsOthers?: Record<string, Line | Line[]>
}

export const loadAccess = () => loadDeclared<FeatureAccess>('access')
