import type { Db } from '#db/db.ts'
import type { Config } from '#server/config.ts'
import type { Queue } from '#server/jobs.ts'
import { type OperatorMail, requestMail } from './mail-requests.ts'

/** Queues a mail to the operator (`ADMIN_EMAIL`), in the transaction of its cause. Does nothing without that setting. */
export async function mailOperator(
  deps: { db: Db; queue: Queue; config: Pick<Config, 'adminEmail'> },
  mail: Omit<OperatorMail, 'mail'>,
): Promise<void> {
  if (deps.config.adminEmail !== null) await requestMail(deps, { mail: 'operator', ...mail })
}
