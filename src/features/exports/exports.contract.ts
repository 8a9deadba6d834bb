import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { ExportId } from '#shared/ids.ts'
import * as endpoints from './exports.endpoints.ts'
import { EXPORT_FILES, EXPORT_STATES } from './exports.rules.ts'

export const Export = z.object({
  id: z.string(),
  state: z.enum(EXPORT_STATES),
  is_weekly: z.boolean(),
  created_at: z.string(),
  /** Until when the files can be downloaded; null while the job works, and for a weekly copy. */
  expires_at: z.nullable(z.string()),
  /** How many rows are written; `total` is null until they are counted. Null unless the job works. */
  progress: z.nullable(z.object({ done: z.number(), total: z.nullable(z.number()) })),
  /** Empty until the export is done. */
  files: z.array(z.object({ file: z.enum(EXPORT_FILES), name: z.string(), bytes: z.number() })),
})
export type Export = z.infer<typeof Export>

const Exports = z.object({
  exports: z.array(Export),
  /** How many weekly copies the server keeps; null if it makes none. */
  weekly_kept: z.nullable(z.number()),
})
export type Exports = z.infer<typeof Exports>

export const listExports = contract(endpoints.listExports, {
  access: 'member',
  summary: 'List the exports of the member’s own data, newest first, with the files that can be downloaded',
  response: Exports,
})

export const startExport = contract(endpoints.startExport, {
  access: 'member',
  summary: 'Begin to export the member’s own data as files: JSON, CSV and a zip of pictures',
  response: z.object({ export: Export }),
  status: 201,
  refusals: { 409: ['export_open'] },
  budget: 'export',
})

export const discardExport = contract(endpoints.discardExport, {
  access: 'member',
  summary: 'Cancel an export that is being made, or delete its files',
  params: z.object({ exportId: ExportId }),
  response: NoContent,
  status: 204,
  refusals: { 404: ['export_not_found'] },
})
