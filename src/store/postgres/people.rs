//! People in PostgreSQL.

use rondel_matchplay::Person;
use tokio_postgres::{Row, types::ToSql};

use super::{statements, store::PostgresStore};
use crate::{Card, Identity, Pending, PeopleStore, Reading, StoreError};

/// Renames a person who goes by another name still. Finds them, too, if they have the new name already:
/// the statement may come a second time, after a connection broke.
const RENAME: &str = "
    UPDATE people SET name = $4
    WHERE person = $1 AND realm = $2 AND id = $3 AND name IN ($4, $5) RETURNING person";

/// Forgets people, and those who are known by exactly the same name and nothing else. Notes that the table
/// must be written again.
const FORGET: &str = "
    WITH gone AS (DELETE FROM people WHERE person = ANY($1) RETURNING name),
        namesakes AS (
            DELETE FROM people WHERE realm = 'name-alone' AND person <> ALL($1)
            AND name IN (SELECT name FROM gone)
        ), noted AS (
            INSERT INTO forgetting SELECT true, now(), pg_current_xact_id()::text::bigint
            WHERE EXISTS (SELECT FROM gone)
            ON CONFLICT (one) DO UPDATE SET last = greatest(forgetting.last + 1, excluded.last)
        )
    SELECT count(*) FROM gone";

impl PeopleStore for PostgresStore {
    fn write_card(&self, person: Person, seen: Option<Card>, card: Card) -> Reading<'_, bool> {
        Box::pin(async move {
            let Card { identity, name } = &card;
            let (realm, id, person) = (identity.realm(), identity.id(), person.to_string());
            let written = match &seen {
                Some(seen) if seen.identity != *identity => Vec::new(),
                Some(seen) => {
                    let row: [&(dyn ToSql + Sync); 5] = [&person, &realm, &id, name, &seen.name];
                    self.reader.rows(RENAME, &row).await?
                }
                None => {
                    let row: [&(dyn ToSql + Sync); 4] = [&person, &realm, &id, name];
                    self.reader.rows(statements::ADD, &row).await?
                }
            };
            Ok(!written.is_empty())
        })
    }

    fn find<'a>(&'a self, identity: &'a Identity) -> Reading<'a, Option<Person>> {
        Box::pin(async move {
            let (realm, id) = (identity.realm(), identity.id());
            let sql = statements::FIND;
            let found: Option<String> = self.reader.first(sql, &[&realm, &id]).await?;
            Ok(found.and_then(|person| person.parse().ok()))
        })
    }

    fn cards(&self, people: Vec<Person>) -> Reading<'_, Vec<(Person, Card)>> {
        Box::pin(async move {
            let people: Vec<String> = people.iter().map(Person::to_string).collect();
            let rows = self.reader.rows(statements::CARDS, &[&people]).await?;
            Ok(rows.iter().filter_map(read_card).collect())
        })
    }

    fn everybody(&self, after: Option<Person>, most: usize) -> Reading<'_, Vec<(Person, Card)>> {
        Box::pin(async move {
            let sql = "
                SELECT person, realm, id, name FROM people WHERE person > $1
                ORDER BY person LIMIT $2";
            let after = after.map_or_else(String::new, |person| person.to_string());
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let rows = self.reader.rows(sql, &[&after, &most]).await?;
            Ok(rows.iter().filter_map(read_card).collect())
        })
    }

    fn forget(&self, people: Vec<Person>) -> Pending<'_, Result<usize, StoreError>> {
        Box::pin(async move {
            let people: Vec<String> = people.iter().map(Person::to_string).collect();
            let gone: Option<i64> = self.reader.first(FORGET, &[&people]).await?;
            Ok(gone.unwrap_or(0).unsigned_abs() as usize)
        })
    }
}

/// Reads a person with their card.
fn read_card(row: &Row) -> Option<(Person, Card)> {
    let person = row.get::<_, &str>(0).parse().ok()?;
    let (realm, id) = (row.get(1), row.get(2));
    let identity = Identity { realm, id };
    let name = row.get(3);
    Some((person, Card { identity, name }))
}
