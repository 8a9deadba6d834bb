import type { Db } from '#db/db.ts'
import type { Queue } from '#server/jobs.ts'
import { requestMail } from './mail-requests.ts'

/** Queues the mail that says how an appeal against a suspension ended; `answer` is null if it was accepted. */
export const mailAppealAnswer = (
  deps: { db: Db; queue: Queue },
  appeal: { userId: string; answer: string | null },
): Promise<void> => requestMail(deps, { mail: 'appeal-answered', ...appeal })
