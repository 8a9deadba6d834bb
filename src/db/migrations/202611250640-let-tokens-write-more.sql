-- Two more scopes of access tokens: write:journal and write:social.

alter table access_tokens drop constraint access_tokens_scopes_check;
alter table access_tokens add constraint access_tokens_scopes_check check (
  scopes <@ array['read:library', 'write:library', 'read:journal', 'write:journal', 'read:social', 'write:social']
  and cardinality(scopes) > 0
);
