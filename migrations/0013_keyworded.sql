-- The few messages of a folder that have keywords.
create index placements_keyworded on placements (account_id, folder_id) where keywords <> '{}';
