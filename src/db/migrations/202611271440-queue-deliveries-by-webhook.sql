-- The job that sends deliveries jumps from queue to queue, one for each type of each webhook. By time alone it walked past all that
-- waits for a member with four calls under way, for a disabled member, or for a webhook that is paused.

drop index webhook_deliveries_due;
create index webhook_deliveries_queues on webhook_deliveries (webhook_id, type, next_attempt_at)
  where next_attempt_at is not null;
