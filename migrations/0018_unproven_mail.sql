-- Where mail from outside goes that names a domain of this service in From without a proof; the domain may say otherwise.
alter table domains add column unproven_mail text not null default 'spam' check (unproven_mail in ('spam', 'inbox'));
