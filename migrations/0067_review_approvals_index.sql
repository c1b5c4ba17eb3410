create index reviews_approve on reviews (approve_at) where approve_at is not null;
