-- Simulates Citus on a single PostgreSQL server: rejects the statements that Citus documents as unsupported
-- (docs/operating.md), with the function names, messages and error code (0A000) of Citus.
-- Row security checks each statement, so the site's role must not be a superuser.
create schema fake_citus;
create table fake_citus.distributed (name regclass primary key, key_column name not null);

create function fake_citus.reject(reason text) returns void language plpgsql as $$
begin
  raise exception using errcode = '0A000', message = reason;
end $$;

-- Stricter than Citus, which allows some statements with several tables. Declared immutable so that it runs when a
-- statement is planned, even without rows, as in Citus.
create function fake_citus.is_supported() returns boolean language plpgsql immutable as $$
declare
  statement text := current_query();
  tables name[] := array(
    select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and position('"' || relname || '"' in statement) > 0);
  distribution_key name;
begin
  if cardinality(tables) > 1 then
    perform fake_citus.reject(format('several tables including a distributed one in one statement: %s', tables));
  end if;
  select key_column into distribution_key from fake_citus.distributed where name::text = tables[1];
  if statement like '% for update%' and statement not like format('%%%I = $%%', distribution_key) then
    perform fake_citus.reject('could not run distributed query with FOR UPDATE/SHARE commands');
  end if;
  return true;
end $$;

create function fake_citus.keep_distribution_value() returns trigger language plpgsql as $$
begin
  perform fake_citus.reject('modifying the partition value of rows is not allowed');
end $$;

create function create_distributed_table(
  table_name regclass, distribution_column text, distribution_type text default 'hash',
  colocate_with text default 'default', shard_count int default null
) returns void language plpgsql as $$
declare
  unsupported_index regclass;
begin
  select indexrelid::regclass into unsupported_index from pg_index
  where indrelid = table_name and indisunique and not exists (
    select from pg_attribute where attrelid = table_name and attname = distribution_column and attnum = any (indkey));
  if unsupported_index is not null then
    perform fake_citus.reject(format('cannot create constraint on "%s": %s', table_name, unsupported_index));
  end if;
  if colocate_with not in ('none', 'default')
    and not exists (select from fake_citus.distributed where name = colocate_with::regclass) then
    perform fake_citus.reject(format('%s is not distributed', colocate_with));
  end if;
  insert into fake_citus.distributed values (table_name, distribution_column);
  execute format('create trigger keep_distribution_value before update of %I on %s
    for each statement execute function fake_citus.keep_distribution_value()', distribution_column, table_name);
  execute format('alter table %s enable row level security, force row level security', table_name);
  execute format('create policy citus_limits on %s using (fake_citus.is_supported())', table_name);
end $$;

create function truncate_local_data_after_distributing_table(function_name regclass) returns void language plpgsql as $$
begin
  if not exists (select from fake_citus.distributed where name = function_name) then
    perform fake_citus.reject(format('supplied parameter is not a distributed relation: %s', function_name));
  end if;
end $$;
