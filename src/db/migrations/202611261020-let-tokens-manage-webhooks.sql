-- Two more scopes of access tokens: read:webhooks and write:webhooks.

alter table access_tokens drop constraint access_tokens_scopes_check;
alter table access_tokens add constraint access_tokens_scopes_check check (
  scopes <@ array[
    'read:library', 'write:library', 'read:journal', 'write:journal', 'read:social', 'write:social',
    'read:webhooks', 'write:webhooks'
  ]
  and cardinality(scopes) > 0
);
