-- Refuses what Citus is documented to refuse (docs/operating.md), on one PostgreSQL, where nothing is really spread:
-- Citus cannot be had where this is developed. Its functions by their names, arguments and words; its error code 0A000.
-- Row security asks at each statement: the role that the site comes as must not be a superuser.
create schema pretend_citus;
create table pretend_citus.spread (name regclass primary key, by_column name not null);

create function pretend_citus.refuse(why text) returns void language plpgsql as $$
begin
  raise exception using errcode = '0A000', message = why;
end $$;

-- Stricter than Citus, which lets some statements name several tables: ours need none that does. 'Immutable', so that
-- it is asked when a statement is planned, as Citus is, whatever rows there are.
create function pretend_citus.may_run() returns boolean language plpgsql immutable as $$
declare
  statement text := current_query();
  named name[] := array(
    select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and position('"' || relname || '"' in statement) > 0);
  spreading name;
begin
  if cardinality(named) > 1 then
    perform pretend_citus.refuse(format('a spread table among others in one statement: %s', named));
  end if;
  select by_column into spreading from pretend_citus.spread where name::text = named[1];
  if statement like '% for update%' and statement not like format('%%%I = $%%', spreading) then
    perform pretend_citus.refuse('could not run distributed query with FOR UPDATE/SHARE commands');
  end if;
  return true;
end $$;

create function pretend_citus.keep_in_place() returns trigger language plpgsql as $$
begin
  perform pretend_citus.refuse('modifying the partition value of rows is not allowed');
end $$;

create function create_distributed_table(
  table_name regclass, distribution_column text, distribution_type text default 'hash',
  colocate_with text default 'default', shard_count int default null
) returns void language plpgsql as $$
declare
  keyed_otherwise regclass;
begin
  select indexrelid::regclass into keyed_otherwise from pg_index
  where indrelid = table_name and indisunique and not exists (
    select from pg_attribute where attrelid = table_name and attname = distribution_column and attnum = any (indkey));
  if keyed_otherwise is not null then
    perform pretend_citus.refuse(format('cannot create constraint on "%s": %s', table_name, keyed_otherwise));
  end if;
  if colocate_with not in ('none', 'default')
    and not exists (select from pretend_citus.spread where name = colocate_with::regclass) then
    perform pretend_citus.refuse(format('%s is not distributed', colocate_with));
  end if;
  insert into pretend_citus.spread values (table_name, distribution_column);
  execute format('create trigger keep_in_place before update of %I on %s
    for each statement execute function pretend_citus.keep_in_place()', distribution_column, table_name);
  execute format('alter table %s enable row level security, force row level security', table_name);
  execute format('create policy as_citus on %s using (pretend_citus.may_run())', table_name);
end $$;

create function truncate_local_data_after_distributing_table(function_name regclass) returns void language plpgsql as $$
begin
  if not exists (select from pretend_citus.spread where name = function_name) then
    perform pretend_citus.refuse(format('supplied parameter is not a distributed relation: %s', function_name));
  end if;
end $$;
