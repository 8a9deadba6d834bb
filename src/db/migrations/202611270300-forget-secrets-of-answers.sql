-- A repeated creation of a webhook reads the secret from the webhook (docs/decisions/0088), so it is stored once.
update access_token_requests set answer = answer - 'secret' where answer ? 'secret';
