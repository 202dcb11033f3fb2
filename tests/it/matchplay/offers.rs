//! Draws offered and claimed, matches called off.

use super::*;
use rondel::matchplay::Motion;

#[test]
fn a_draw_by_agreement() {
    let by = WHITE;
    let begun = played("");
    let offered = given(
        &begun,
        [Event::Proposal {
            by,
            action: OfferAction::Offer,
            motion: Motion::Agreement(Agreement::Draw),
        }],
    );
    let agreed = given(
        &offered,
        [Event::Proposal {
            by: BLACK,
            action: OfferAction::Accept,
            motion: Motion::Agreement(Agreement::Draw),
        }],
    );
    check(
        &begun,
        (ANN, OFFER),
        Ok(vec![Event::Proposal {
            by,
            action: OfferAction::Offer,
            motion: Motion::Agreement(Agreement::Draw),
        }]),
    );
    for command in [ACCEPT, DECLINE, WITHDRAW] {
        check(&begun, (ANN, command), Err("nothing-to-accept"));
    }
    for command in [OFFER, ACCEPT] {
        check(&offered, (ANN, command.clone()), Err("already-proposed"));
        check(
            &offered,
            (CY, command.clone()),
            Ok(vec![Event::Proposal {
                by: BLACK,
                action: OfferAction::Accept,
                motion: Motion::Agreement(Agreement::Draw),
            }]),
        );
        let end = ended(Ending::Draw(Draw::Agreement), [2, 2, 2]);
        check(
            &agreed,
            (BEN, command),
            Ok(vec![
                Event::Proposal {
                    by: GRAY,
                    action: OfferAction::Accept,
                    motion: Motion::Agreement(Agreement::Draw),
                },
                end,
            ]),
        );
    }
    check(
        &offered,
        (ANN, WITHDRAW),
        Ok(vec![Event::Proposal {
            by,
            action: OfferAction::Withdraw,
            motion: Motion::Agreement(Agreement::Draw),
        }]),
    );
    check(&agreed, (CY, WITHDRAW), Err("nothing-to-accept"));
    check(&agreed, (CY, DECLINE), Err("nothing-to-accept"));
    check(
        &agreed,
        (BEN, DECLINE),
        Ok(vec![Event::Proposal {
            by: GRAY,
            action: OfferAction::Decline,
            motion: Motion::Agreement(Agreement::Draw),
        }]),
    );
    check(&offered, (DORA, ACCEPT), Err("not-a-player"));
    // It stands for one round, and no army that goes out leaves it standing.
    let plies = [
        moved(WHITE, "e2e4"),
        moved(GRAY, "m2m4"),
        moved(BLACK, "u2u4"),
    ];
    let two = given(&agreed, plies[..2].to_vec());
    check(&two, (CY, ACCEPT), Err("already-proposed"));
    check(
        &given(&agreed, plies),
        (BEN, ACCEPT),
        Err("nothing-to-accept"),
    );
    check(
        &given(&agreed, [conceded(BLACK)]),
        (BEN, ACCEPT),
        Err("nothing-to-accept"),
    );
    check(
        &given(&agreed, [conceded(BLACK)]),
        (BEN, OFFER),
        Ok(vec![Event::Proposal {
            by: GRAY,
            action: OfferAction::Offer,
            motion: Motion::Agreement(Agreement::Draw),
        }]),
    );
    // Between two, a round is two plies.
    let two_left = given(
        &begun,
        [
            conceded(BLACK),
            Event::Proposal {
                by,
                action: OfferAction::Offer,
                motion: Motion::Agreement(Agreement::Draw),
            },
        ],
    );
    let end = ended(Ending::Draw(Draw::Agreement), [3, 3, 0]);
    check(
        &given(&two_left, [moved(WHITE, "e2e4")]),
        (BEN, ACCEPT),
        Ok(vec![
            Event::Proposal {
                by: GRAY,
                action: OfferAction::Accept,
                motion: Motion::Agreement(Agreement::Draw),
            },
            end,
        ]),
    );
    let over = [moved(WHITE, "e2e4"), moved(GRAY, "m2m4")];
    check(
        &given(&two_left, over),
        (BEN, ACCEPT),
        Err("nothing-to-accept"),
    );
}

#[test]
fn a_draw_by_claim() {
    let round = "g1f3 j1k3 r1s3 f3g1 k3j1 s3r1 ";
    let end = ended(Ending::Draw(Draw::Repetition), [2, 2, 2]);
    let claimed = |by| {
        vec![
            Event::DrawClaimed {
                by,
                draw: Draw::Repetition,
            },
            end.clone(),
        ]
    };
    let twice = played(round);
    let thrice = played(&round.repeat(2));
    for person in PLAYERS {
        check(&twice, (person, Command::ClaimDraw), Err("claim-not-due"));
    }
    check(&thrice, (ANN, Command::ClaimDraw), Ok(claimed(WHITE)));
    check(&thrice, (BEN, Command::ClaimDraw), Ok(claimed(GRAY)));
    check(&thrice, (CY, Command::ClaimDraw), Err("claim-not-due"));
    check(&thrice, (DORA, Command::ClaimDraw), Err("not-a-player"));
    let eleven = played(&format!("{round}g1f3 j1k3 r1s3 f3g1 k3j1"));
    let with_the_move = given(&[moved(BLACK, "s3r1")], claimed(BLACK));
    check(&eleven, (CY, to_claim_with("Nr1")), Ok(with_the_move));
    check(&eleven, (CY, to_claim_with("Nq1")), Err("illegal-move"));
    check(&eleven, (CY, to_claim_with("u4")), Err("claim-not-due"));
    // The fifth time it is drawn by itself, and no claim is due with the move that ends it.
    let last = played(&format!("{}g1f3 j1k3 r1s3 f3g1 k3j1", round.repeat(3)));
    check(
        &last,
        (CY, to_move("Nr1")),
        Ok(vec![moved(BLACK, "s3r1"), end]),
    );
}

#[test]
fn calling_off() {
    let by = WHITE;
    let begun = played("e2e4 m2m4 u2u4");
    let offered = given(
        &begun,
        [Event::Proposal {
            action: OfferAction::Offer,
            by,
            motion: Motion::Abort,
        }],
    );
    let agreed = given(
        &offered,
        [Event::Proposal {
            action: OfferAction::Accept,
            by: BLACK,
            motion: Motion::Abort,
        }],
    );
    // Alone, before one's own first move, whatever the others have done.
    check(
        &played("e2e4"),
        (BEN, ABORT),
        Ok(vec![
            Event::Proposal {
                action: OfferAction::Offer,
                by: GRAY,
                motion: Motion::Abort,
            },
            aborted(),
        ]),
    );
    check(
        &played("e2e4"),
        (ANN, ABORT),
        Ok(vec![Event::Proposal {
            action: OfferAction::Offer,
            by,
            motion: Motion::Abort,
        }]),
    );
    check(&begun, (ANN, AGREE_TO_ABORT), Err("nothing-to-accept"));
    check(&begun, (ANN, PLAY_ON), Err("nothing-to-accept"));
    for command in [ABORT, AGREE_TO_ABORT] {
        check(&offered, (ANN, command.clone()), Err("already-proposed"));
        check(
            &offered,
            (CY, command.clone()),
            Ok(vec![Event::Proposal {
                action: OfferAction::Accept,
                by: BLACK,
                motion: Motion::Abort,
            }]),
        );
        check(
            &agreed,
            (BEN, command),
            Ok(vec![
                Event::Proposal {
                    action: OfferAction::Accept,
                    by: GRAY,
                    motion: Motion::Abort,
                },
                aborted(),
            ]),
        );
    }
    check(
        &agreed,
        (BEN, PLAY_ON),
        Ok(vec![Event::Proposal {
            action: OfferAction::Decline,
            by: GRAY,
            motion: Motion::Abort,
        }]),
    );
    check(&agreed, (CY, PLAY_ON), Err("nothing-to-accept"));
    check(&offered, (DORA, AGREE_TO_ABORT), Err("not-a-player"));
    // No army that goes out leaves a proposal that nobody can agree to any more.
    for out in Color::ALL {
        let without = given(&agreed, [conceded(out)]);
        let player = PLAYERS[out.next().index()];
        check(
            &without,
            (player, ABORT),
            Ok(vec![Event::Proposal {
                action: OfferAction::Offer,
                by: out.next(),
                motion: Motion::Abort,
            }]),
        );
    }
    let over = given(&begun, [aborted()]);
    for command in [
        to_move("d4"),
        OFFER,
        RESIGN,
        ABORT,
        JOIN,
        Command::Leave,
        Command::ClaimDraw,
    ] {
        check(&over, (ANN, command.clone()), Err("match-over"));
        check(&over, (DORA, command), Err("match-over"));
    }
}

#[test]
fn a_proposal_to_call_off_stands_for_a_day() {
    let offered = fold(&given(
        &played("e2e4 m2m4 u2u4"),
        [Event::Proposal {
            action: OfferAction::Offer,
            by: WHITE,
            motion: Motion::Abort,
        }],
    ));
    let agreed = Ok(vec![Event::Proposal {
        action: OfferAction::Accept,
        by: GRAY,
        motion: Motion::Abort,
    }]);
    for (later, then) in [
        (0, agreed.clone()),
        (Moment::DAY - 1, agreed),
        (Moment::DAY, Err("nothing-to-accept")),
    ] {
        let decided = decide(&offered, BEN, &AGREE_TO_ABORT, NOON.plus(later));
        assert_eq!(
            decided.map_err(|rejection| rejection.reason()),
            then,
            "{later} ms later"
        );
    }
    let again = decide(&offered, ANN, &ABORT, NOON.plus(Moment::DAY)).unwrap();
    assert_eq!(
        again,
        [Event::Proposal {
            action: OfferAction::Offer,
            by: WHITE,
            motion: Motion::Abort
        }]
    );
}
