// Functions by the names of Citus on one PostgreSQL, which refuse what it refuses: parts are schemas there too, and statements find
// them as on a cluster. https://docs.citusdata.com/en/stable/develop/reference_ddl.html
import type { Database } from "../../../src/store/database/database.ts";

export async function pretendCitus(database: Database): Promise<void> {
  await database.exec(`create table pg_dist_node (nodeid int primary key, groupid int not null, nodename text not null,
      nodeport int not null, noderole text not null, isactive boolean not null, shouldhaveshards boolean not null);
    insert into pg_dist_node values (1, 0, 'coordinator.internal', 5432, 'primary', true, true);
    create function citus_check_connection_to_node(name text, port int) returns boolean language sql as $$ select name !~ '^down' $$;
    create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char" not null);
    create function create_distributed_table(name regclass) returns void language sql as '';
    create function create_reference_table(name regclass) returns void language plpgsql as $$ begin
      if exists (select from pg_constraint c where c.contype = 'f' and c.conrelid = name and not exists (
          select from pg_dist_partition p where p.logicalrelid = c.confrelid and p.partmethod = 'n')) then
        raise exception 'a reference table refers to one that is not: %', name; end if;
      insert into pg_dist_partition values (name, 'n'); end $$;`);
}
