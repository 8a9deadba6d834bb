-- expansion
-- The provider of OIDC_ISSUER, OIDC_2_ISSUER … through which the session was opened. Null is the first one, as before.
alter table session add column provider_id text;
