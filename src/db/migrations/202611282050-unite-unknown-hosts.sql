-- A delivery to a private address fails as one to an unknown host does, so that nobody learns which names a network has.
update webhook_deliveries set last_failure = 'unknown_host' where last_failure = 'private';
